"""http.client of Python, over one connection as long as the server keeps it."""
import base64, http.client, json, sys
from urllib import parse

connection = None
for line in sys.stdin:
    method, url, accept, key, override, kind, body = line.rstrip("\n").split("\t")
    host = parse.urlsplit(url).netloc
    names = ("accept", "authorization", "x-http-method-override", "content-type")
    headers = {name: value for name, value in zip(names, (accept, key, override, kind)) if value != "-"}
    if body.startswith("="):
        fields = dict(parse.parse_qsl(body[1:]))
        data = json.dumps(fields, ensure_ascii=False).encode() if kind == "application/json" else parse.urlencode(fields)
    else:
        data = None if body == "-" else base64.b64decode(body)
    connection = connection or http.client.HTTPConnection(host)
    connection.request(method, url[url.index(host) + len(host) :], data, headers)
    answer = connection.getresponse()
    print(answer.status, answer.getheader("Location") or "-", base64.b64encode(answer.read()).decode(), sep="\t", flush=True)
