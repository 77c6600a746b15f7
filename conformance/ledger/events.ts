import { eventKindsStatements } from './event-kinds.js'
import { inSection, type Statement } from './statement.js'

const registering = inSection('Events, registering')
const delivery = inSection('Events, delivery')

const inDashboard = 'it is done and shown in the dashboard, of which no interface is shown'

const registeringStatements: readonly Statement[] = [
  ...[
    'Events are registered in the dashboard.',
    'The console has the tab delivery logs.',
    'The console has the tab managed webhooks.',
    'The console has an integration guide.',
    'The delivery logs list every attempt, newest first.',
    'The delivery logs show the signed headers.',
    'The delivery logs show the exact JSON body.',
    'The delivery logs show the response code.',
    'The delivery logs show the duration.',
    'A failed delivery has a retry button.',
    'A webhook has a label.',
    'A webhook has the event kinds that it gets.',
    'A webhook is enabled or disabled.',
    'A webhook has a list of topics.',
  ].map((says) => registering.unjudged(says, 'unobservable', inDashboard)),
  registering.unjudged(
    'The URL of a webhook is public and https.',
    'unobservable',
    'a refusal would be seen in the dashboard alone',
  ),
  registering.unjudged(
    'An endpoint answers with 2xx within 5 seconds.',
    'client',
    'it is what the receiver owes the service',
  ),
  registering.unjudged(
    'A disabled webhook receives nothing.',
    'unobservable',
    'a webhook is disabled in the dashboard',
  ),
  registering.unjudged(
    'ping is always on.',
    'not-promised',
    'whether that is so for a disabled webhook is ambiguous',
  ),
  registering.judged('A webhook has a Ping action that sends a test delivery.', 'webhooks/ping'),
]

const retries: readonly Statement[] = [
  delivery.unjudged('The endpoint answers 200 to acknowledge.', 'client', 'it is what the receiver does'),
  delivery.judged('What was answered 200 is not sent again.', 'webhooks/acknowledged'),
  delivery.judged(
    'Any other status than 200 triggers a retry.',
    'webhooks/retry-id',
    'webhooks/retry-content',
  ),
  delivery.unjudged(
    'A 2xx other than 200 triggers a retry.',
    'not-promised',
    'the table of registering takes every 2xx for an acknowledgement',
  ),
  delivery.unjudged('A timeout triggers a retry.', 'not-promised', 'after which time is not said here'),
  delivery.unjudged('Retries back off exponentially.', 'not-promised', 'no schedule is shown'),
  delivery.unjudged(
    'Delivery may pause while the endpoint is unavailable.',
    'not-promised',
    'it may, and need not',
  ),
  delivery.judged('Each retry has a new webhook-id.', 'webhooks/retry-id'),
  delivery.judged('A retry has the content of what it repeats.', 'webhooks/retry-content'),
  delivery.judged('data.customer_id is there to tell duplicates by.', 'webhooks/customer-id'),
  delivery.unjudged('Deduplicate by customer and message.', 'client', 'it is what the receiver does'),
  delivery.unjudged('Schedule and number of retries.', 'not-promised', 'not shown in the specification'),
  delivery.unjudged(
    'Encoding of the digest.',
    'not-promised',
    'not shown in the specification; noted by webhooks/encoding',
  ),
]

const deliveryStatements: readonly Statement[] = [
  delivery.judged('Events are delivered by POST.', 'webhooks/method'),
  delivery.judged('The content type is application/json.', 'webhooks/content-type'),
  delivery.judged('The body is a WebhookContainer with a message.', 'webhooks/container'),
  delivery.judged('The notification sits inside data.', 'webhooks/container'),
  delivery.unjudged(
    'The message varies by event type.',
    'not-promised',
    'its place and fields are not shown; noted by webhooks/shape',
  ),
  ...delivery.each(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    (name) => `A delivery has the header ${name}.`,
    'webhooks/headers',
  ),
  delivery.unjudged(
    'Headers follow the Standard Webhooks convention.',
    'not-promised',
    'beyond their names the text itself departs from the convention',
  ),
  delivery.judged('The value of webhook-signature begins with v1=.', 'webhooks/signature-prefix'),
  ...delivery.each(
    [
      'covers the timestamp of the header',
      'covers the body',
      'has nothing between the two',
      'is an HMAC-SHA256',
      'is made with the secret of the webhook',
      'is made over the bytes exactly as posted',
      'is made over the full container',
    ],
    (fact) => `The signature ${fact}.`,
    'webhooks/signature',
  ),
  delivery.judged('The timestamp is within the tolerance at arrival.', 'webhooks/timestamp'),
  delivery.unjudged(
    'A timestamp outside the tolerance is rejected.',
    'client',
    'it is what the receiver does; the 5 minutes are an example',
  ),
  delivery.unjudged('Digests are compared in constant time.', 'client', 'it is what the receiver does'),
  ...retries,
]

/** Events: registering, delivery, kinds, message types. */
export const eventsStatements: readonly Statement[] = [
  ...registeringStatements,
  ...deliveryStatements,
  ...eventKindsStatements,
]
