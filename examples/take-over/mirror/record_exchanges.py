"""Writes each exchange of the API as a line that `npx runners prove` reads (docs/proving.md).

MIDDLEWARE = ["record_exchanges.RecordExchanges", …]   # the first one
EXCHANGES_FILE = "/var/log/old-service/exchanges.jsonl"
"""

import base64
import datetime
import json

from django.conf import settings


class RecordExchanges:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        at = datetime.datetime.now(datetime.timezone.utc)
        # It is read before the view reads it.
        body = request.body
        response = self.get_response(request)
        if request.path.startswith("/api/v1/"):
            exchange = {
                "at": at.isoformat(),
                "method": request.method,
                "url": request.get_full_path(),
                "headers": dict(request.headers),
                "body_base64": base64.b64encode(body).decode(),
                "status": response.status_code,
                "answer_headers": dict(response.items()),
                "answer_kept": not response.streaming,
            }
            if not response.streaming:
                exchange["answer_base64"] = base64.b64encode(response.content).decode()
            with open(settings.EXCHANGES_FILE, "a", encoding="utf-8") as lines:
                lines.write(json.dumps(exchange) + "\n")
        return response
