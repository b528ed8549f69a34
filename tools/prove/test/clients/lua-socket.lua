-- socket.http of Lua
local http, ltn12, mime = require('socket.http'), require('ltn12'), require('mime')
io.stdout:setvbuf('line')
for line in io.lines() do
  local call = {}
  for part in line:gmatch('[^\t]+') do call[#call + 1] = part end
  local method, url, accept, key, override, kind, body = table.unpack(call)
  local headers, parts = {}, {}
  if accept ~= '-' then headers['accept'] = accept end
  if key ~= '-' then headers['authorization'] = key end
  if override ~= '-' then headers['x-http-method-override'] = override end
  local sent
  if body:sub(1, 1) == '=' then sent, kind = body:sub(2), 'application/x-www-form-urlencoded' elseif body ~= '-' then sent = mime.unb64(body) end
  if sent then headers['content-type'], headers['content-length'] = kind, tostring(#sent) end
  local _, status, answered = http.request({
    method = method, url = url, headers = headers, redirect = false,
    source = sent and ltn12.source.string(sent), sink = ltn12.sink.table(parts),
  })
  print(table.concat({ status, answered['location'] or '-', (mime.b64(table.concat(parts))) or '' }, '\t'))
end
