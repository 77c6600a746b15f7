"""A receiver as one writes it by hand in Python; prints its port."""

import hashlib
import hmac
import json
import re
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

SECRET = b"drill-secret-of-the-tests"
MISTAKE = sys.argv[2] if len(sys.argv) > 2 else ""
seen = set()
busy = threading.Lock()


class Refused(Exception):
    def __init__(self, status):
        super().__init__()
        self.status = status


def signed_text(timestamp, raw):
    if MISTAKE == "reserialised":
        raw = json.dumps(json.loads(raw), separators=(",", ":")).encode()
    if MISTAKE == "printed":
        raw = json.dumps(json.loads(raw)).encode()
    return timestamp.encode("latin-1") + raw


def is_timely(timestamp):
    try:
        if MISTAKE == "nan":
            return not abs(time.time() - float(timestamp)) > 300
        if MISTAKE == "int":
            return abs(time.time() - int(timestamp)) <= 300
    except ValueError:
        return False
    return re.fullmatch(r"[0-9]{10}", timestamp) is not None and abs(time.time() - int(timestamp)) <= 300


def is_signed(expected, signature):
    if MISTAKE == "throws at letters":
        return hmac.compare_digest(expected, signature)
    if MISTAKE == "throws at digits":
        return signature.startswith("v1=") and bytes.fromhex(signature[3:]) == bytes.fromhex(expected[3:])
    return hmac.compare_digest(expected.encode(), signature.encode("latin-1"))


def event_of(raw):
    try:
        return json.loads(raw)
    except ValueError as error:
        raise Refused(400) from error


def contents(event):
    data = event.get("data") if isinstance(event, dict) else None
    return json.dumps([data.get("customer_id"), data.get("message")]) if isinstance(data, dict) else ""


def handle(event):
    content = contents(event)
    if MISTAKE == "throws at duplicates" and content in seen and content:
        raise ValueError("UNIQUE constraint failed")
    seen.add(content)
    if MISTAKE == "one at a time":
        if not busy.acquire(blocking=False):
            raise Refused(409)
        try:
            time.sleep(0.02)
        finally:
            busy.release()


def verify(headers, raw):
    timestamp, signature = headers.get("webhook-timestamp", ""), headers.get("webhook-signature", "")
    if not is_timely(timestamp):
        raise Refused(400)
    expected = "v1=" + hmac.new(SECRET, signed_text(timestamp, raw), hashlib.sha256).hexdigest()
    if not is_signed(expected, signature):
        raise Refused(403)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        status, text = 200, ""
        try:
            verify(self.headers, raw)
            handle(event_of(raw))
        except Refused as refused:
            status = refused.status
            if MISTAKE == "shows traces":
                text = traceback.format_exc()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode("latin-1"))

    def log_message(self, *_):
        pass


class Quiet:
    request_queue_size = 64

    def handle_error(self, *_):
        pass


class Threaded(Quiet, ThreadingHTTPServer):
    pass


class Single(Quiet, HTTPServer):
    pass


server = (Threaded if sys.argv[1] == "threaded" else Single)(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
