# Finds links with URI::Find::Schemeless, in the protocol of `linkwright pipe`; `suite.py` starts this program.
use strict;
use warnings;
use JSON::PP;
use URI::Find::Schemeless;

while (my $line = <STDIN>) {
    my $request = decode_json($line);
    my $text = $request->{text};
    my @links;
    my $at = 0;
    my $finder = URI::Find::Schemeless->new(sub {
        my ($uri, $found) = @_;
        my $start = index($text, $found, $at);
        return $found if $start < 0;
        $at = $start + length $found;
        my ($before, $own) = (substr($text, 0, $start), $found);
        utf8::encode($before);
        utf8::encode($own);
        push @links, {start => length $before, end => length($before) + length $own};
        return $found;
    });
    my $copy = $text;
    $finder->find(\$copy);
    print JSON::PP->new->canonical->encode({id => $request->{id}, links => \@links}), "\n";
}
