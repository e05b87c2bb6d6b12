#!/usr/bin/env ruby
# frozen_string_literal: true

# Measures rinku, which is C and Ruby. It links text that is escaped already: what is measured is linking
# alone. See `run`.

require 'erb'
require 'json'
require 'rinku'

ROUNDS = 7

def seconds
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  yield
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
end

%w[mail prose links code nonascii chat].each do |name|
  text = ERB::Util.html_escape(File.read(File.join(ARGV[0], "#{name}.txt"), encoding: 'UTF-8'))
  haystacks = name == 'chat' ? text.lines(chomp: true).reject(&:empty?) : [text]
  written = haystacks.sum { |one| Rinku.auto_link(one).bytesize }
  samples = Array.new(ROUNDS) { seconds { haystacks.each { |one| Rinku.auto_link(one) } } }
  puts JSON.generate(name: 'rinku', corpus: "#{name}-html", matches: written, seconds: samples)
end
