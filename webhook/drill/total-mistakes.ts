import type { Found } from './mistakes.js'
import { rawBytes } from './rules/bodies.js'

/** Name, behaviour of the receiver and fix. */
const rows = `
  other-encoding | Your receiver reads the digest in another encoding than the one that was sent. | The specification does not show the encoding; hex is what is sent by default. Read both, or run the drill with --digest and the other encoding.
  separator | Your receiver expects a separator between timestamp and body. | Join the two with nothing between.
  standard-webhooks | Your receiver verifies as the Standard Webhooks libraries do, which cannot verify these deliveries. | Sign timestamp and raw body with nothing between, without webhook-id; the prefix is "v1=".
  id-included | Your receiver includes webhook-id in what is signed. | Sign timestamp and raw body alone.
  body-alone | Your receiver verifies a signature over the body alone. | Put the text of webhook-timestamp before the body.
  body-first | Your receiver joins body and timestamp in the wrong order. | The timestamp comes first.
  prefix-kept | Your receiver compares the signature without taking "v1=" off it. | Strip the prefix "v1=" before you compare.
  upper-case | Your receiver compares digests as text in upper case. | Decode both digests, and compare bytes.
  milliseconds | Your receiver takes the timestamp for milliseconds. | webhook-timestamp is in seconds: compare it with Date.now() / 1000.
  decoded-secret | Your receiver decodes the secret before it uses it. | Use the bytes of the secret as it was shown. The specification does not show any decoding.
  padded-secret | Your receiver has white space, quotation marks or the like around its secret. | Remove it where the secret is set: read the file or the variable without its line end, and write no quotation marks into it.
  no-secret | Your receiver has no secret: the variable that it reads is empty or not set. | Set the secret where the receiver runs, and let it refuse to start without one.
  other-algorithm | Your receiver uses another algorithm than HMAC-SHA256. | Use SHA-256.
  no-body | Your receiver verifies without the body: what it takes for the raw body is empty. | ${rawBytes}
  part-of-body | Your receiver verifies a part of the body. | Compute the digest over the timestamp and the whole raw body.
  newline-added | Your receiver adds an end of line to the body before it verifies it. | ${rawBytes}
  reserialised-body | Your receiver verifies the parsed body, printed anew, and not the bytes that arrived. | ${rawBytes}
  wrong-clock | Your receiver has a clock that is wrong by more than the tolerance. | Set the clock of the machine that the receiver runs on.
  time-zone | Your receiver compares the timestamp with a clock of another time zone. | Unix seconds know no zone: compare them with time.time() or Date.now() / 1000, and with no local time.
  tiny-window | Your receiver has a window of less than a second: most likely seconds are compared with milliseconds. | Compare seconds with seconds: the tolerance is 300 where the difference is in seconds, and 300,000 where it is in milliseconds.
  other-case-secret | Your receiver uses the secret in another case of letters. | Use the bytes of the secret as it was shown.
  cut-secret | Your receiver uses a part of its secret alone. | Look at where the secret is kept: a column or a field may be too short for it.
  other-header | Your receiver listens to headers of other names. | Read webhook-id, webhook-timestamp and webhook-signature.
  stripe-form | Your receiver expects the timestamp within the signature, as Stripe sends it. | Take the timestamp from webhook-timestamp; webhook-signature is "v1=" and the digest.
  container-time-signed | Your receiver signs the container's own timestamp in place of the header. | Sign the text of webhook-timestamp and the raw body.
  type-spelling | Your receiver expects the type of an event in another spelling. | The delivered type is snake_case, such as customer_status; the topic that one subscribes to is the same name in PascalCase.
  other-members | Your receiver looks for the event under other names of members. | The container holds type, timestamp and data; data holds customer_id and message.
  container-timestamp | Your receiver expects another timestamp in the container. | Judge the time by webhook-timestamp alone, which is signed.
  other-content-type | Your receiver expects another content type than application/json. | Take application/json, with or without parameters.
  other-method | Your receiver expects another method than POST. | Every delivery is a POST.
  date-text | Your receiver reads the timestamp as the text of a date. | webhook-timestamp is Unix seconds: compare the number with the seconds of now.
  other-clock | Your receiver compares the timestamp with a clock that does not count from 1970. | Compare with time.time() or Date.now() / 1000, and with no monotonic clock.
  event-refused | Your receiver verifies the signature, and refuses every event afterwards. | Acknowledge whatever is signed and timely, also what you do nothing with; the log of the receiver says what it misses.
  first-attempt-refused | Your receiver refuses the first attempt of each event, and takes a retry of it. | Take an event at its first attempt: retries come late, and an endpoint that keeps refusing may be paused.
  too-slow | Your receiver acknowledges later than the sender waits. | Store the event, acknowledge it, and process it afterwards.
  cut-answer | Your receiver ends the connection before its answer is whole: its content-length says more than what comes. | Compute content-length of the bytes that you send, or send none; an answer that is cut off acknowledges nothing.
  crash | Your receiver breaks at valid events. | Read its log: the answer is a server error of its own.
`

/** Mistakes that make a receiver refuse all valid events; each is recognized by what it accepts instead. */
export const totalMistakes: Readonly<Record<string, Omit<Found, 'explains'>>> = Object.fromEntries(
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', title = '', fix = ''] = row.split('|').map((cell) => cell.trim())
      return [name, { name, title, fix }]
    }),
)
