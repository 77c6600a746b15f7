/**
 * Every mistake that `verify` finds in a delivery, or by which `drill` explains that a receiver takes no valid event:
 * its name, the behaviour of such a receiver, empty where only a recorded delivery shows it, and the fix, whichever
 * side makes it.
 */
const rows = `
  wrong-prefix | Your receiver does not take "v1=" off the signature before it compares, or expects another prefix. | The value of webhook-signature is "v1=" and the digest: strip exactly these three characters. Other prefixes, also "v1," of the Standard Webhooks convention, are not of this API.
  prefix-letters | Your receiver removes each "v", "1" and "=" from the signature, and so refuses every digest that has one of them. | Remove "v1=" as a whole, and from the beginning alone (removeprefix, delete_prefix, slice), not all of its letters (strip, delete, a class in a regular expression).
  unpadded-digest | Your receiver prints each byte of a digest without its leading zero, as Integer.toHexString of Java does, and so refuses most valid events. | Print each byte with two digits (%02x, HexFormat), or decode the digest of webhook-signature and compare bytes.
  other-algorithm | Your receiver uses an algorithm other than HMAC-SHA256. | Use HMAC-SHA256: the secret is the key, and timestamp and body are the message.
  other-encoding | Your receiver reads the digest in an encoding other than the one that was sent. | The specification does not show the encoding; hex is what is sent by default. Read both, or run the drill with --digest and the other encoding.
  upper-case | Your receiver compares digests as text in upper case. | Decode both digests, and compare bytes.
  standard-webhooks | Your receiver verifies as the Standard Webhooks libraries do, which cannot verify these deliveries. | Sign timestamp and raw body with nothing between, without webhook-id; the prefix is "v1=".
  stripe-form | Your receiver expects the timestamp within the signature, as Stripe sends it. | Take the timestamp from webhook-timestamp; webhook-signature is "v1=" and the digest.
  padded-secret | Your receiver has white space, quotation marks or similar characters around its secret. | White space and quotation marks around the secret are treated as a part of it. Set exactly the text that was shown when the webhook was registered: read a file or variable without its line end, without quotation marks.
  secret-given | | The secret has additional characters around it. Give exactly the text that was shown when the webhook was registered.
  decoded-secret | Your receiver decodes the secret before it uses it. | Use the whole text of the secret as the key, "whsec_" included, neither decoded nor encoded nor hashed. Libraries for Standard Webhooks decode it from base64 first. The specification does not show a decoding; if your service does decode, use verify with --secret-as base64 or hex.
  secret-not-decoded | | Omit --secret-as: the signer uses the text of the secret as the key.
  no-secret | Your receiver has no secret: the variable that it reads is empty or not set, or a decoding leaves nothing of it. | Set the variable that the secret is read from, and refuse to start without one.
  other-case-secret | Your receiver uses the secret in another case of letters. | Use the secret as it was shown, without changing the case of its letters.
  cut-secret | Your receiver uses only a part of its secret. | Use the whole secret. Check its storage: a column or a field may be too short.
  another-secret | | Each webhook has a secret of its own. Set the one that this webhook was registered with; a lost secret cannot be shown again, so register a new webhook.
  separator | Your receiver expects a separator between timestamp and body. | Timestamp and raw body are signed with nothing between them.
  id-included | Your receiver includes webhook-id in the signed text. | Leave webhook-id out of the signed text: Standard Webhooks signs id, timestamp and body, this API only the timestamp and the raw body.
  body-alone | Your receiver verifies a signature over the body alone. | The signed text is webhook-timestamp followed by the raw body.
  request-signed | Your receiver includes the method, the path or the URL of the request in the signed text. | Sign timestamp and raw body with nothing between, and neither method nor path.
  body-first | Your receiver joins body and timestamp in the wrong order. | The timestamp comes first, directly followed by the raw body.
  container-time-signed | Your receiver signs the container's own timestamp in place of the header. | The signed text begins with the header webhook-timestamp, not with the time in the body.
  signed-other-time | Your receiver signs the time in a different form than that of webhook-timestamp. | Sign exactly the text of the header webhook-timestamp, not another form of the time.
  milliseconds | Your receiver reads the timestamp as milliseconds. | webhook-timestamp is Unix time in seconds, ten digits: compare it with Date.now() / 1000, and sign exactly its text.
  no-body | Your receiver verifies without the body: its raw body is empty. | The raw body is empty or a placeholder. Read the raw bytes before any parser (express.raw, request.get_data(), request.body).
  part-of-body | Your receiver verifies a part of the body. | The whole WebhookContainer is signed, exactly as posted, not its member "data" or the message in it.
  reserialised-body | Your receiver verifies the parsed and printed body instead of the bytes that arrived. | Verify the raw bytes as they arrived: read them before any parser of JSON (express.raw, request.get_data(), request.body), and parse afterwards. A sender must post the bytes that it signed.
  newline-added | Your receiver adds an end of line to the body before it verifies it. | The body has a line end at its end that was not signed; editors, echo and heredocs add one. Verify the bytes as they arrived.
  newline-lost | | The body was signed with a line end at its end that is missing here; $(...) in a shell, trim and editors remove it. Verify the bytes as they arrived.
  line-ends | | Line ends were changed between LF and CRLF. Keep the body as bytes, not as a text file.
  white-space | | White space around the body was added or removed. Verify the bytes as they arrived.
  byte-order-mark | | A byte order mark before the body was added or removed. Keep the body as bytes, and decode only to parse.
  charset | | The body was decoded and encoded in another charset. Keep the body as bytes; JSON is UTF-8 whatever the header says.
  unicode-form | | The letters of the body were composed or decomposed (NFC, NFD). Keep the body as bytes.
  body-encoded | Your receiver verifies the body in the encoding in which a gateway passes it. | The body is an encoding of the signed one. Decode it first: gateways pass base64 with isBase64Encoded, proxies may leave content-encoding in place.
  body-empty | | There is no body. Other code read it before: read the raw bytes before any parser.
  body-not-text | | The body is the name of an object, not its content: it was parsed, and then turned into text. Take the raw bytes.
  not-json | | The signature matches, but the body is not JSON. Ask the sender.
  not-an-object | | The signature matches, but the body is JSON and not an event: each delivery is one object, the WebhookContainer. Ask the sender.
  missing-header | | Pass the headers of the request on as they arrived, and check that no proxy drops those that begin with "webhook-".
  timestamp-malformed | | webhook-timestamp is Unix time in seconds of exactly ten digits. With nothing between timestamp and body, any other form could take a digit from the body.
  stale | | The delivery is older than the tolerance. If it was not replayed, compare the clocks, or verify before queueing; --at judges a recorded one at its own time.
  future | | The timestamp is further in the future than the tolerance: one of the two clocks is wrong.
  digest-malformed | | The text after "v1=" must be a digest in hexadecimal or base64, complete and not quoted. Use the header as it arrived.
  digest-cut | | Send the whole digest: 64 hexadecimal digits, or 44 characters of base64.
  digest-encoded-twice | | Encode the bytes of the digest once. Here the hexadecimal text of the digest was encoded again in base64.
  no-match | | The signature does not match these bytes and this secret, nor any known mistake. Compare the secret with that of this webhook, and use headers and body of the same request.
  wrong-clock | Your receiver has a clock that is wrong by more than the tolerance. | Set the clock of the machine that the receiver runs on, and ask for the time at each delivery.
  time-zone | Your receiver compares the timestamp with a clock of another time zone. | Unix seconds know no zone: compare them with time.time() or Date.now() / 1000, and with no local time.
  tiny-window | Your receiver has a window of less than a second: most likely seconds are compared with milliseconds. | Compare seconds with seconds: the tolerance is 300 where the difference is in seconds, and 300,000 where it is in milliseconds.
  date-text | Your receiver reads the timestamp as the text of a date. | webhook-timestamp is Unix seconds: compare the number with the seconds of now.
  other-clock | Your receiver compares the timestamp with a clock that does not count from 1970. | Compare with time.time() or Date.now() / 1000, and with no monotonic clock.
  other-header | Your receiver reads headers with other names. | Read webhook-id, webhook-timestamp and webhook-signature.
  header-case | Your receiver reads headers by one spelling of their names. | Look up headers case-insensitively.
  type-spelling | Your receiver expects the type of an event in another spelling. | Compare with the sent type, such as customer_status; the subscribed topic is the same name in PascalCase.
  other-members | Your receiver looks for the event under other names of members. | The container holds type, timestamp and data; data holds customer_id and message.
  container-timestamp | Your receiver expects another timestamp in the container. | Judge the time by webhook-timestamp alone, which is signed.
  other-content-type | Your receiver expects another content type than application/json. | Accept application/json, with or without parameters. A parser before the verification (express.json) removes the raw body of this type only: read the raw bytes first.
  id-form | Your receiver demands a webhook-id of another form. | Accept any text as webhook-id: the specification shows no form of it.
  customer-form | Your receiver demands a data.customer_id of another form. | Customers have UUIDs: keep data.customer_id as a text, and do not check its form.
  header-demanded | Your receiver demands a header, or a value of one, that no delivery has to have. | Read webhook-id, webhook-timestamp, webhook-signature and content-type alone: the specification promises no other header.
  other-method | Your receiver expects a method other than POST. | Every delivery is a POST.
  event-refused | Your receiver verifies the signature, but then refuses every event. | Acknowledge all signed and timely events, also those that you ignore; see the log of the receiver. If it looks customers up, give the drill a known one (--customer).
  first-attempt-refused | Your receiver refuses the first attempt of each event, and accepts a retry. | Accept an event at its first attempt: retries come late, and an endpoint that keeps refusing may be paused. A receiver that remembers an event before it has processed it treats the retry as a duplicate, and the event is lost.
  guarded | Something in front of your receiver refuses requests without a login or a CSRF token. | Exempt the URL of the webhook from the login and from the protection of forms (csrf_exempt, skip_forgery_protection): the sender has neither, and the signature takes their place.
  one-a-second | Your receiver accepts one event of each timestamp, and refuses others of the same second. | Accept any number of events of one second, and in any order: neither require rising timestamps nor use the timestamp as the key of an event.
  busy-afterwards | Your receiver refuses every event for a while after one that it took. | Many events may come at once: let them wait for each other in a queue, and take no lock that refuses them.
  every-second | Your receiver refuses every second valid event: either one of two processes has another secret, or something is kept from one delivery to the next. | Give both processes the secret, and make anew for each delivery what it needs, such as a regular expression with the flag g, which keeps lastIndex.
  one-of-a-kind | Your receiver accepts one event of each kind, and refuses all further ones. | The type of an event is not a key: only one with the same data.customer_id and the same content of message is a duplicate.
  first-alone | Your receiver accepts its first event, and refuses all that follow: most likely it keeps something of one delivery for the next, such as an HMAC object or the parts of the body. | Make anew for each delivery what it needs.
  too-slow | Your receiver does not complete its response in the time that the sender waits. | Store the event, acknowledge it, and process it afterwards.
  cut-answer | Your receiver closes the connection before its response is complete: its content-length is larger than the body. | Compute content-length of the bytes that you send, or send none; an incomplete response acknowledges nothing.
  crash | Your receiver crashes on valid events. | Read its log: it answers with a server error.
`

interface NamedMistake {
  readonly name: string
  /** The behaviour of a receiver that makes it, as a sentence; empty if only a recorded delivery shows it. */
  readonly receiver: string
  readonly fix: string
}

const table = new Map(
  rows
    .trim()
    .split('\n')
    .map((row): [string, NamedMistake] => {
      const [name = '', receiver = '', fix = ''] = row.split('|').map((cell) => cell.trim())
      return [name, { name, receiver, fix }]
    }),
)

export const namedMistakes: readonly NamedMistake[] = [...table.values()]

/** The row of a mistake. @throws RangeError for a name that the table does not have. */
export function namedMistake(name: string): NamedMistake {
  const found = table.get(name)
  if (found === undefined) throw new RangeError(`no mistake is named ${name}`)
  return found
}

/** One mistake in a delivery. Contains no secret and no digest. */
export interface Mistake {
  readonly code: string
  readonly found: string
  readonly advice: string
}

/** A mistake of the table, with its fix. */
export function mistake(code: string, found: string): Mistake {
  return { code, found, advice: namedMistake(code).fix }
}

/** A mistake in signing that was found: what was signed, after "signed". */
export function signed(code: string, how: string): Mistake {
  return mistake(code, `it was signed ${how}`)
}

/** One reading of a part of a delivery: the right one, or one with a mistake. */
export interface Reading<T> {
  readonly value: T
  readonly mistake?: Mistake | undefined
}

/** Readings without those whose bytes an earlier one has. */
export function firstOfEach<T>(
  all: readonly Reading<T>[],
  bytesOf: (reading: Reading<T>) => Uint8Array,
): readonly Reading<T>[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const bytes = Buffer.from(bytesOf(one)).toString('latin1')
    return !seen.has(bytes) && seen.add(bytes)
  })
}
