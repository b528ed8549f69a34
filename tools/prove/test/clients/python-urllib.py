"""urllib.request of Python."""
import base64, json, sys
from urllib import error, parse, request

for line in sys.stdin:
    method, url, accept, key, override, kind, body = line.rstrip("\n").split("\t")
    names = ("Accept", "Authorization", "X-HTTP-Method-Override", "Content-Type")
    headers = {name: value for name, value in zip(names, (accept, key, override, kind)) if value != "-"}
    if body.startswith("="):
        fields = dict(parse.parse_qsl(body[1:]))
        data = (json.dumps(fields) if kind == "application/json" else parse.urlencode(fields)).encode()
    else:
        data = None if body == "-" else base64.b64decode(body)
    try:
        answer = request.urlopen(request.Request(url, data, headers, method=method))
    except error.HTTPError as refused:
        answer = refused
    print(answer.status, answer.headers.get("Location") or "-", base64.b64encode(answer.read()).decode(), sep="\t", flush=True)
