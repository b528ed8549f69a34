# LWP::UserAgent of Perl
use strict; use warnings;
use HTTP::Request::Common; use JSON::PP; use LWP::UserAgent; use MIME::Base64; use URI;
$| = 1;
my $agent = LWP::UserAgent->new(max_redirect => 0);
while (<STDIN>) {
  chomp;
  my ($method, $url, $accept, $key, $override, $type, $body) = split /\t/;
  my $request = HTTP::Request->new($method, $url);
  $request->header(Accept => $accept) if $accept ne '-';
  $request->header(Authorization => $key) if $key ne '-';
  $request->header('X-HTTP-Method-Override' => $override) if $override ne '-';
  if ($body =~ s/^=//) {
    my @fields = URI->new("?$body")->query_form;
    if ($type eq 'application/json') {
      my %fields = @fields;
      utf8::decode($_) for values %fields;
      $request->content(JSON::PP->new->utf8->encode(\%fields));
    } else { $request->content(POST($url, \@fields)->content) }
    $request->header('Content-Type' => $type);
  } elsif ($body ne '-') {
    $request->header('Content-Type' => $type);
    $request->content(decode_base64($body));
  }
  my $answer = $agent->request($request);
  print join("\t", $answer->code, $answer->header('Location') // '-', encode_base64($answer->content, '')), "\n";
}
