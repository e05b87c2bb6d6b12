#!/usr/bin/env ruby
# frozen_string_literal: true

# Measures rinku, which is C and Ruby, on the same texts: the rows `*-html` of bench-peers have to be
# held against this by hand, from a run on the same machine.
#
#     apt-get install ruby-rinku      # or: gem install rinku
#     LINKWRIGHT_CORPORA=~/corpora crates/bench-peers/rinku.rb
#
# rinku links text that is escaped already; what is measured is linking alone. CPU time, median.

require 'rinku'
require 'erb'

ROUNDS = 7

def seconds
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  yield
  Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
end

folder = ENV['LINKWRIGHT_CORPORA'] or abort 'LINKWRIGHT_CORPORA names the folder with the texts'

%w[mail prose links code nonascii chat].each do |name|
  text = File.read(File.join(folder, "#{name}.txt"), encoding: 'UTF-8').scrub
  escaped = ERB::Util.html_escape(text)
  haystacks = name == 'chat' ? escaped.lines(chomp: true).reject(&:empty?) : [escaped]
  times = Array.new(ROUNDS) { seconds { haystacks.each { |one| Rinku.auto_link(one) } } }
  median = times.sort[ROUNDS / 2]
  speed = text.bytesize / median / 1e6
  each = median * 1e9 / haystacks.size
  puts format('%<name>-9s %<speed>6.0f MB/s  %<each>.0f ns', name: name, speed: speed, each: each)
end
