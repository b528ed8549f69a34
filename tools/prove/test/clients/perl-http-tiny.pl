# HTTP::Tiny of Perl
use strict; use warnings;
use HTTP::Tiny; use JSON::PP; use MIME::Base64;
$| = 1;
my $agent = HTTP::Tiny->new(max_redirect => 0);
while (<STDIN>) {
  chomp;
  my ($method, $url, $accept, $key, $override, $type, $body) = split /\t/;
  my %headers;
  $headers{accept} = $accept if $accept ne '-';
  $headers{authorization} = $key if $key ne '-';
  $headers{'x-http-method-override'} = $override if $override ne '-';
  my %options = (headers => \%headers);
  if ($body =~ s/^=//) {
    my %fields = map { my ($name, $value) = split /=/, $_, 2; $value =~ s/\+/ /g; $value =~ s/%(..)/chr hex $1/ge; ($name => $value) } split /&/, $body;
    utf8::decode($_) for values %fields;
    $options{content} = $type eq 'application/json' ? JSON::PP->new->ascii->encode(\%fields) : $agent->www_form_urlencode(\%fields);
    $headers{'content-type'} = $type;
  } elsif ($body ne '-') {
    $headers{'content-type'} = $type;
    $options{content} = decode_base64($body);
  }
  my $answer = $agent->request($method, $url, \%options);
  print join("\t", $answer->{status}, $answer->{headers}{location} // '-', encode_base64($answer->{content} // '', '')), "\n";
}
