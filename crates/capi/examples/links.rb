# Finds links from Ruby, with nothing but the standard library: LINKWRIGHT=/usr/lib/liblinkwright.so ruby links.rb
require "fiddle/import"

module Linkwright
  extend Fiddle::Importer
  dlload ENV.fetch("LINKWRIGHT", "liblinkwright.so.1")
  extern "void *lw_finder_new(const char *, void *)"
  extern "void *lw_search_new(void *, void *)"
  extern "int lw_search_text(void *, const char *, size_t, void *)"
  extern "void *lw_search_next(void *, void *)"
  extern "int lw_free(void *)"
  Match = struct ["size_t start", "size_t end", "char *uri", "size_t uri_len"]

  def self.links(text, options = nil)
    finder = lw_finder_new(options, nil)
    search = lw_search_new(finder, nil)
    lw_search_text(search, text, text.bytesize, nil)
    links = []
    until (match = lw_search_next(search, nil)).null?
      match = Match.new(match)
      links << [match.start...match.end, match.uri.to_s]
    end
    links
  ensure
    [search, finder].each { |object| lw_free(object) }
  end
end

links = Linkwright.links("Ü: www.example.org, jane@example.com", "preset=chat\nemails=false")
p links
exit links == [[4...19, "http://www.example.org"]]
