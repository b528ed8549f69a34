# Net::HTTP of Ruby
require 'base64'
require 'json'
require 'net/http'

$stdout.sync = true
$stdin.each_line(chomp: true) do |line|
  method, url, accept, key, override, type, body = line.split("\t")
  uri = URI(url)
  request = Net::HTTP.const_get(method.capitalize).new(uri)
  request['Accept'] = accept if accept != '-'
  request['Authorization'] = key if key != '-'
  request['X-HTTP-Method-Override'] = override if override != '-'
  if body.start_with?('=')
    fields = URI.decode_www_form(body[1..]).to_h
    if type == 'application/json'
      request.body = fields.to_json
      request['Content-Type'] = type
    else
      request.set_form_data(fields)
    end
  elsif body != '-'
    request.body = Base64.decode64(body)
    request['Content-Type'] = type
  end
  answer = Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }
  puts [answer.code, answer['Location'] || '-', Base64.strict_encode64(answer.body || '')].join("\t")
end
