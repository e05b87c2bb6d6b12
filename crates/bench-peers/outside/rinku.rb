#!/usr/bin/env ruby
# frozen_string_literal: true

# Measures rinku, a Ruby library written in C, which adds links to escaped text. One row measures only the linking. The
# other row measures escaping and linking, which together convert plain text to HTML. The script `run` starts this
# program.

require 'erb'
require 'json'
require 'rinku'

ROUNDS = 7

def seconds
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  yield
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
end

# Calls the block, which runs a peer on one text, for every text. Prints the times of all rounds.
def report(name, corpus, texts)
  written = texts.sum { |text| yield(text).bytesize }
  samples = Array.new(ROUNDS) do
    # Collects the garbage of earlier rounds, so that this round does not pay for it.
    GC.start
    seconds { texts.each { |text| yield text } }
  end
  puts JSON.generate(name: name, corpus: corpus, matches: written, seconds: samples)
end

%w[mail prose links code nonascii chat].each do |corpus|
  text = File.read(File.join(ARGV[0], "#{corpus}.txt"), encoding: 'UTF-8').scrub
  texts = corpus == 'chat' ? text.lines(chomp: true).reject(&:empty?) : [text]
  escaped = texts.map { |one| ERB::Util.html_escape(one) }
  report('rinku', "#{corpus}-html", escaped) { |one| Rinku.auto_link(one) }
  report('html_escape + rinku', "#{corpus}-html", texts) { |one| Rinku.auto_link(ERB::Util.html_escape(one)) }
end
