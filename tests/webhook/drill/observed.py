"""A receiver in Python that says at /count how many events it has acted upon; prints its port."""

import hashlib
import hmac
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

SECRET = b"drill-secret-of-the-tests"
MISTAKE = sys.argv[2] if len(sys.argv) > 2 else ""
seen = set()
acted = 0
lock = Lock()


def key_of(event, headers):
    data = event["data"]
    if MISTAKE == "by-id":
        return headers["webhook-id"]
    if MISTAKE == "by-customer":
        return data["customer_id"]
    return json.dumps([data["customer_id"], data["message"]], sort_keys=True)


def is_right(headers, raw):
    timestamp = headers.get("webhook-timestamp", "")
    if re.fullmatch(r"[0-9]{10}", timestamp) is None or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = "v1=" + hmac.new(SECRET, timestamp.encode() + raw, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), headers.get("webhook-signature", "").encode("latin-1"))


def act(key):
    global acted
    with lock:
        if key in seen:
            return
        seen.add(key)
        acted += 1


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, str(acted).encode())

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        if MISTAKE == "acts-first":
            act(raw)
        if not is_right(self.headers, raw):
            return self.answer(401)
        if MISTAKE != "acts-first":
            act(key_of(json.loads(raw), self.headers))
        self.answer(200)

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
