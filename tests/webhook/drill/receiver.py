"""A receiver as one writes it by hand in Python; prints its port."""

import base64
import hashlib
import hmac
import json
import re
import sys
import threading
import time
import traceback
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

SECRET = b"drill-secret-of-the-tests"
MISTAKE = sys.argv[2] if len(sys.argv) > 2 else ""
KINDS = """transaction new_autoramp new_bank_account deposit_address_created customer_created transaction_status
transaction_refunded register_fiat_address_status customer_status customer_fiat_abilities
register_autoramp_status identification_status ping""".split()
seen = set()
latest = {}
busy = threading.Lock()


class Refused(Exception):
    def __init__(self, status, text=""):
        super().__init__(text)
        self.status = status


def signed_text(timestamp, raw):
    if MISTAKE == "reserialised":
        raw = json.dumps(json.loads(raw), separators=(",", ":")).encode()
    if MISTAKE == "printed":
        raw = json.dumps(json.loads(raw)).encode()
    return timestamp.encode("latin-1") + raw


def is_timely(timestamp):
    if MISTAKE == "throws at timestamps":
        return abs(time.time() - int(timestamp)) <= 300 and re.fullmatch(r"[0-9]{10}", timestamp) is not None
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
    if MISTAKE == "takes no prefix":
        return hmac.compare_digest(expected.removeprefix("v1=").encode(), signature.removeprefix("v1=").encode("latin-1"))
    return hmac.compare_digest(expected.encode(), signature.encode("latin-1"))


def event_of(raw):
    if MISTAKE == "throws at bodies":
        return json.loads(raw)
    try:
        return json.loads(raw)
    except ValueError as error:
        raise Refused(400) from error


def contents(event):
    if MISTAKE == "throws at shapes":
        return json.dumps([event["data"]["customer_id"], event["data"]["message"]])
    data = event.get("data") if isinstance(event, dict) else None
    return json.dumps([data.get("customer_id"), data.get("message")]) if isinstance(data, dict) else ""


def moment_of(event):
    try:
        return datetime.fromisoformat(event["timestamp"]).timestamp()
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None


def handle(event):
    moment = moment_of(event)
    if MISTAKE == "demands order" and contents(event) and moment:
        customer = event["data"].get("customer_id")
        # Events of the same moment overtake each other on the way, also where order is demanded.
        if latest.get(customer, 0) - moment > 30:
            raise Refused(409)
        latest[customer] = moment
    content = contents(event)
    if MISTAKE == "throws at kinds" and isinstance(event, dict) and str(event.get("type", "ping")) not in [*KINDS, "42", "None"]:
        raise KeyError(event["type"])
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
    if MISTAKE == "throws at headers":
        timestamp, signature = headers["webhook-timestamp"].strip(), headers["webhook-signature"].strip()
    else:
        timestamp, signature = headers.get("webhook-timestamp", ""), headers.get("webhook-signature", "")
    if MISTAKE == "deduplicates first" and hashlib.sha256(raw).digest() in seen:
        return
    if not is_timely(timestamp):
        raise Refused(400)
    expected = "v1=" + hmac.new(SECRET, signed_text(timestamp, raw), hashlib.sha256).hexdigest()
    if not is_signed(expected, signature):
        if MISTAKE == "shows digests":
            raise Refused(403, f"expected {expected}, got {signature}")
        if MISTAKE == "shows secrets":
            raise Refused(403, base64.b64encode(b"settings: " + SECRET).decode())
        if MISTAKE == "throws at forgeries":
            raise ValueError("no match")
        raise Refused(403)
    seen.add(hashlib.sha256(raw).digest())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        status, text = 200, ""
        try:
            if MISTAKE == "limits bodies" and len(raw) > 1024:
                raise Refused(413)
            verify(self.headers, raw)
            handle(event_of(raw))
        except Refused as refused:
            status, text = refused.status, str(refused)
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
