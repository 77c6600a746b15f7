"""A receiver as one writes it by hand in Python; prints its port."""

import hashlib
import hmac
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

SECRET = b"drill-secret-of-the-tests"
MISTAKE = sys.argv[2] if len(sys.argv) > 2 else ""


def signed_text(timestamp, raw):
    if MISTAKE == "reserialised":
        raw = json.dumps(json.loads(raw), separators=(",", ":")).encode()
    if MISTAKE == "printed":
        raw = json.dumps(json.loads(raw)).encode()
    return timestamp.encode("latin-1") + raw


def is_timely(timestamp):
    if MISTAKE == "nan":
        return not abs(time.time() - float(timestamp)) > 300
    if MISTAKE == "int":
        return abs(time.time() - int(timestamp)) <= 300
    return re.fullmatch(r"[0-9]{10}", timestamp) is not None and abs(time.time() - int(timestamp)) <= 300


def status_of(headers, raw):
    timestamp = headers.get("webhook-timestamp", "")
    signature = headers.get("webhook-signature", "")
    if not is_timely(timestamp):
        return 400
    expected = "v1=" + hmac.new(SECRET, signed_text(timestamp, raw), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), signature.encode("latin-1")):
        return 403
    event = json.loads(raw)
    if MISTAKE == "kinds" and event["type"] not in ("transaction", "ping"):
        raise KeyError(event["type"])
    return 200


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(status_of(self.headers, raw))
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Quiet:
    def handle_error(self, *_):
        pass


class Threaded(Quiet, ThreadingHTTPServer):
    pass


class Single(Quiet, HTTPServer):
    pass


server = (Threaded if sys.argv[1] == "threaded" else Single)(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
