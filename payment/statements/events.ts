import {
  client,
  judged,
  notPromised,
  open,
  type RuleId,
  scenario,
  section,
  unobservable,
} from './statement.js'

const inDashboard = 'it is done and shown in the dashboard, of which no interface is shown'

/** A rule about events: judged once for the service, where a receiver stands and something causes them. */
export function ofEvents(
  title: string,
  statement: string,
  more: { readonly also?: readonly RuleId[]; readonly details?: readonly string[] } = {},
) {
  return scenario(title, statement, { versions: 'service', needs: ['writes', 'receiver'], ...more })
}

/** Events: registering and delivery. */
export const deliverySections = [
  section(
    'Events, registering',
    'Events are delivered to webhooks, which a partner registers in the console of the dashboard: a label, a public https URL, and the kinds of events that it gets. A webhook is enabled or disabled, and can be pinged.',
    {
      console: unobservable('The console has three tabs.', inDashboard, [
        'The delivery logs list every attempt, newest first, each with the signed headers, the exact JSON body, the response code and the duration, and a button that retries a failed one.',
        'The managed webhooks are listed with label, status and topics.',
        'An integration guide shows how to receive.',
      ]),
      url: unobservable(
        'The URL of a webhook is public and https.',
        'a refusal would be seen in the dashboard alone',
      ),
      'answer-time': judged('An endpoint has 5 seconds to answer with 2xx.', ['webhooks/slow-answer']),
      'webhooks/topics': ofEvents(
        'A webhook gets its kinds',
        'The event kinds of a webhook are delivered to it, and no others but ping.',
        { also: ['webhooks/topic-names'] },
      ),
      'webhooks/disabled': ofEvents('Disabled is silent', 'A disabled webhook receives nothing.'),
      'webhooks/ping-always': ofEvents(
        'ping is always on',
        'A webhook gets ping, whatever its event kinds are.',
      ),
      'ping-disabled': notPromised(
        'A webhook gets ping while it is disabled.',
        'it is ambiguous beside the sentence that a disabled webhook receives nothing',
      ),
      'ping-action': judged('A webhook has a Ping action that sends a test delivery.', ['webhooks/ping']),
    },
  ),
  section(
    'Events, delivery',
    'An event is posted to the URL of each webhook that gets its kind. What is posted, a WebhookContainer, is signed. What the endpoint does not acknowledge is posted again.',
    {
      'webhooks/method': ofEvents('Webhooks are posted', 'Events are delivered by POST.'),
      'webhooks/content-type': ofEvents(
        'Webhooks are JSON',
        'Events have the content type application/json.',
      ),
      'webhooks/container': ofEvents(
        'A container with a message and data',
        'The body is a container: the notification sits inside data, and a message comes with it.',
      ),
      message: judged('The message varies by event type, as the document describes each.', [
        'webhooks/document',
      ]),
      'webhooks/shape': open(
        'Place of the message',
        'Where in the container message, id and type stand.',
        'the fields of the container and of the messages are not shown',
        { needs: ['writes', 'receiver'] },
      ),
      'webhooks/customer-id': ofEvents(
        'An event names its customer',
        'Every event but ping has data.customer_id, by which retries are told: the customer whom it is about.',
      ),
      'webhooks/headers': ofEvents(
        'Three headers come with each',
        'Every delivery has webhook-id, webhook-timestamp and webhook-signature.',
      ),
      convention: notPromised(
        'Headers follow the Standard Webhooks convention in all else.',
        'beyond names and times the text itself departs from the convention',
      ),
      'webhooks/signature-prefix': ofEvents(
        'Signatures begin with v1=',
        'The value of webhook-signature is prefixed with v1=.',
      ),
      'webhooks/signature': ofEvents(
        'Signatures fit',
        'The signature is the HMAC-SHA256 of the timestamp and the raw body, with nothing between, under the secret.',
        {
          details: ['The body is the full container, byte by byte as it was posted.'],
        },
      ),
      'webhooks/encoding': open(
        'Encoding of digest and secret',
        'Whether the digest is written in hex or base64, and whether the secret is decoded first.',
        'the encoding of the digest is not shown, and the convention named clashes with the text',
        { needs: ['writes', 'receiver'] },
      ),
      'webhooks/timestamp': ofEvents(
        'Timestamps are those of the delivery',
        'webhook-timestamp is in Unix seconds, as the convention has it, and within 5 minutes of the arrival.',
      ),
      'old-timestamp': client(
        'A timestamp outside the tolerance is rejected.',
        'it is what the receiver does; the 5 minutes are an example',
      ),
      'constant-time': client('Digests are compared in constant time.', 'it is what the receiver does'),
      acknowledging: client('The endpoint answers 200 to acknowledge.', 'it is what the receiver does'),
      'webhooks/acknowledged': ofEvents(
        '200 acknowledges',
        'A delivery that was answered 200 is acknowledged and not retried.',
      ),
      'webhooks/slow-answer': ofEvents(
        'An answer may take 5 seconds',
        'An endpoint has 5 seconds to answer: 200 within them acknowledges.',
      ),
      'webhooks/retry': ofEvents(
        'Whatever is not 200 triggers a retry',
        'Any other status than 200, a redirection too, and an answer later than 5 seconds trigger a retry.',
        { details: ['A redirection is not followed instead.'] },
      ),
      'other-success': notPromised(
        'A 2xx other than 200 triggers a retry.',
        'the table of registering takes every 2xx for an acknowledgement',
      ),
      'webhooks/retry-id': ofEvents('A retry has an id of its own', 'Each retry has a new webhook-id.'),
      'webhooks/retry-content': ofEvents(
        'A retry has the same content',
        'A retry has the message of the delivery that it repeats, so that both are told to be one.',
      ),
      'webhooks/retry-timestamp': ofEvents(
        'A retry has a timestamp of its own',
        'webhook-timestamp is the time of the attempt, as the convention has it, so that a retry is within the tolerance.',
      ),
      deduplicating: client('Duplicates are told by customer and message.', 'it is what the receiver does'),
      backoff: notPromised('Retries back off exponentially.', 'no schedule is shown'),
      schedule: notPromised('Schedule and number of retries.', 'not shown in the specification'),
      pause: notPromised('Delivery may pause while the endpoint is unavailable.', 'it may, and need not'),
    },
  ),
] as const
