import { type DrillRule, seenBy } from './rule.js'
import { acceptances } from './signatures.js'

const fixRefusal = 'Send a 4xx, such as 401, on every path through the handler that refuses.'

/** Rules that a receiver which verifies in some of its processes alone breaks by chance. */
const refusals =
  '*-signature prefix-case wrong-* verified-first tampered-* moved-boundary *-timestamp ten-digits tolerance-outside window'

/** Rules about all responses of the run. */
export const answerRules: readonly DrillRule[] = [
  seenBy('every-answer', {
    mistakes: {
      silent:
        'silent-refusal: Your receiver never answers deliveries that it refuses, and lets the sender wait.',
      closed:
        'closed-refusal: Your receiver closes the connection of deliveries that it refuses, without a status, as a crashing server does.',
      redirect: 'redirected-refusal: Your receiver answers deliveries that it refuses with a redirect.',
      unavailable:
        'other-refusal: Your receiver answers deliveries that it refuses with a misleading status: 503 or 501.',
    },
  })`
    answered-refusal | warning | Good practice, from Events, delivery 5
    A refused delivery gets a 4xx, not a timeout, a redirect or a closed connection.
    ${fixRefusal}`,
  seenBy('every-answer', {
    mistakes: {
      'broken/large-body': [
        'large-body: Your receiver crashes on a large body, and accepts no valid event afterwards:',
        'Limit the body (1 MiB will do), answer 413 to a larger one, and continue.',
      ],
      'broken/*': [
        'crashes: Your receiver crashes on a delivery, or bans its sender by closing connections, and accepts no valid event afterwards:',
        'Look for the cause in its log, catch the exceptions of your code, and answer with a status. After an ordinary delivery, something that each event holds has run out. Do not ban a sender for a wrong delivery.',
      ],
      'silent/*': [
        'hangs: Your receiver no longer answers valid events after deliveries that it refused or could not handle:',
        'Release on every path what a delivery holds: a connection of a pool, a lock, a worker.',
      ],
      'limited/*': [
        'limits-requests: Your receiver limits requests, and so refuses valid events:',
        'Do not count signed events in a request limit, because many may come at once; --rate slows the drill down.',
      ],
      'unavailable/*': [
        'unavailable: Your receiver says that it is full or unavailable, to valid events after those that it accepted, as a proxy does whose receiver has crashed:',
        'Release what each event holds (memory, a place in a queue, a connection), and look for an exception in its log. If it stops after failures (a circuit breaker), do not count refused deliveries.',
      ],
      'refused/*': [
        'bans-sender: Your receiver refuses valid events after deliveries that it rightly refused:',
        'Refuse each wrong delivery by itself, and do not ban its sender.',
      ],
    },
  })`
    steady | error | Events, delivery 5
    Valid events are accepted, whatever came before them.
    Catch exceptions, answer with a status, and do not block senders after a wrong signature.`,
  seenBy('every-answer', { implies: `${acceptances} every-digest ${refusals}` })`
    consistent | error | Events, delivery 3 and 5
    A delivery that is sent again in the same way gets the same answer.
    Give all processes and machines behind the URL the same secret, version and clock. Else something is kept from one delivery to the next.
    differing-processes: Your receiver judges the same delivery now right and now wrong, as where one of several processes has another secret:`,
  seenBy('every-answer')`
    uncaught-exception | error | Events, delivery 3 and 5
    A wrong or unusual delivery is acknowledged or refused with a 4xx. A server error or a closed connection is the sign of an uncaught exception.
    Check values before you use them, and catch exceptions of parsers and comparisons. Answer deliveries that must be refused with a 4xx.
    uncaught-exception: Your receiver answers a delivery with a server error, or closes its connection, where it must acknowledge or refuse:`,
  seenBy('every-answer')`
    secret-in-answer | error | Events, delivery 3
    No response contains the secret, plain, escaped, in hexadecimal or base64: not in its body, headers or status text.
    Answer with a status and a short message, keep configuration and errors in the log, and rotate the secret.
    secret-leaked: Your receiver shows its secret in its responses: anyone who reads them can sign any event.`,
  seenBy('every-answer')`
    digest-in-answer | error | Events, delivery 3
    No response contains the right signature, because a reader could forge any event with it.
    Refuse with a status and a short message, and never with "expected ..., got ...", not even in debug output.
    digest-leaked: Your receiver shows the signature that it expected: the sender of a wrong one gets the right one.`,
  seenBy('every-answer')`
    trace-in-answer | warning | Good practice, from Events, delivery 5
    No response names files, lines or libraries of the receiver. These belong in its log.
    Answer with a status and a short message, write exceptions to the log, and disable the debug pages of your framework.
    trace-shown: Your receiver shows stack traces in its responses: files, lines and libraries that help an attacker.`,
]

const fixKey = 'Deduplicate on data.customer_id plus the content of message.'

/** Rules that responses cannot show: the receiver reports the number of processed events (`--observe`). */
export const observedRules: readonly DrillRule[] = [
  seenBy('observed', {
    mistakes: {
      never: [
        'never-acts: Your receiver acknowledges events and acts upon none, or its hook does not count them.',
        'Count events where they are acted upon, and check the code after the acknowledgement.',
      ],
      first: [
        'first-swallowed: Your receiver acknowledges the first attempt of an event without acting upon it, and acts upon a retry, which never comes after 200.',
        'Act upon the first attempt, or answer with a status other than 200 when that fails, so that the event comes again.',
      ],
      'after-error': [
        'lost-after-error: Your receiver answers an event with a server error, and acknowledges its retry without acting upon it.',
        'Remember an event as seen only after it was processed, in one step with the processing.',
      ],
      type: 'drops-events: Your receiver acknowledges different events of one kind and does not act upon all of them: it treats them as duplicates, by type or time, or loses them.',
      customer: 'dedupes-by-customer: Your receiver treats events about the same customer as duplicates.',
      message:
        'dedupes-by-message: Your receiver treats events with the same message about different customers as duplicates.',
      status: 'dedupes-by-object: Your receiver treats a new status of the same object as a duplicate.',
      'at-once': [
        'loses-at-once: Your receiver acknowledges events that come at once, and does not act upon all of them.',
        'Store the event before you acknowledge it.',
      ],
      'new-field': [
        'drops-new-fields: Your receiver acknowledges an event with an unknown field, and does not act upon it.',
        'Ignore unknown fields, which versions may add.',
      ],
    },
    implies: 'unpoisoned acted-once#forgotten',
  })`
    acted-upon | error | Events, delivery 5 and 6
    Each event with another customer or message is processed, because after 200 it is never sent again.
    Acknowledge after the event is stored. ${fixKey}`,
  seenBy('observed', {
    mistakes: {
      'by-id':
        'dedupes-by-webhook-id: Your receiver deduplicates by webhook-id, which is new for each retry: a retry is acted upon twice.',
      'at-once': 'duplicate-race: Your receiver acts twice upon duplicates that come at the same moment.',
      'other-time':
        'dedupes-by-container: Your receiver deduplicates by the whole body: the same message in a container with another time is acted upon twice.',
      forgotten: [
        'forgets-events: Your receiver forgets an event after twenty others, and acts upon its retry: retries come hours later.',
        'Keep the keys of events for days, in a store.',
      ],
      retry: 'acts-twice: Your receiver acts twice upon the same event.',
    },
  })`
    acted-once | error | Events, delivery 6
    The same customer and message is processed once, even under another webhook-id or many times at once.
    ${fixKey} Do so in one step with processing (a unique key in the store).`,
  seenBy('observed')`
    refused-unacted | error | Events, delivery 3
    A forged, changed or stale delivery is refused before it is processed.
    Verify first, and process afterwards.
    acts-before-verifying: Your receiver refuses a delivery, but acts upon it.`,
  seenBy('observed')`
    unpoisoned | error | Events, delivery 3 and 6
    A correctly signed event is processed even after a forgery with the same id or content.
    Remember ids and contents only after the signature is verified.
    remembers-before-verifying: Your receiver remembers forged deliveries: anyone who knows or guesses an event can block it.`,
]
