"""requests of Python, with a session, as slumber uses it."""
import base64, sys
from urllib import parse

import requests

session = requests.Session()
for line in sys.stdin:
    method, url, accept, key, override, kind, body = line.rstrip("\n").split("\t")
    names = ("Accept", "Authorization", "X-HTTP-Method-Override")
    headers = {name: value for name, value in zip(names, (accept, key, override)) if value != "-"}
    sent = {}
    if body.startswith("="):
        fields = dict(parse.parse_qsl(body[1:]))
        sent = {"json": fields} if kind == "application/json" else {"data": fields}
    elif body != "-":
        sent = {"data": base64.b64decode(body)}
        headers["Content-Type"] = kind
    answer = session.request(method, url, headers=headers, **sent)
    print(answer.status_code, answer.headers.get("Location") or "-", base64.b64encode(answer.content).decode(), sep="\t", flush=True)
