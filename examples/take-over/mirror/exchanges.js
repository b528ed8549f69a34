// An exchange as a line of docs/proving.md. The answer is kept up to this number of bytes.
const mostBytes = 1048576;

function keep(r, data, flags) {
  const before = Buffer.from(r.variables.answer_base64 || '', 'base64');
  if (before.length <= mostBytes) r.variables.answer_base64 = Buffer.concat([before, data]).toString('base64');
  r.sendBuffer(data, flags);
}

function headersOf(raw) {
  const headers = {};
  // njs of Debian 12 cannot take a pair apart in the list of parameters.
  raw.forEach((pair) => {
    const key = pair[0].toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${pair[1]}` : pair[1];
  });
  return headers;
}

// nginx keeps these two headers of the answer apart from the others.
function headersSent(r) {
  const headers = headersOf(r.rawHeadersOut);
  const type = r.variables.sent_http_content_type;
  const location = r.variables.sent_http_location;
  if (type) headers['content-type'] = type;
  if (location) headers['location'] = location;
  return headers;
}

function line(r) {
  const answer = r.variables.answer_base64 || '';
  const kept = answer.length < mostBytes;
  const exchange = {
    at: r.variables.time_iso8601,
    method: r.method,
    url: r.variables.request_uri,
    headers: headersOf(r.rawHeadersIn),
    body_base64: r.requestBuffer ? r.requestBuffer.toString('base64') : '',
    status: r.status,
    answer_headers: headersSent(r),
    answer_kept: kept,
  };
  if (kept) exchange.answer_base64 = answer;
  return JSON.stringify(exchange);
}

export default { keep, line };
