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
    'A webhook is enabled or disabled.',
  ].map((says) => registering.unjudged(says, 'unobservable', inDashboard)),
  registering.unjudged(
    'The URL of a webhook is public and https.',
    'unobservable',
    'a refusal would be seen in the dashboard alone',
  ),
  registering.judged('An endpoint has 5 seconds to answer with 2xx.', 'webhooks/slow-answer'),
  registering.judged('A webhook has the event kinds that it gets.', 'webhooks/topics'),
  registering.judged('A webhook has a list of topics.', 'webhooks/topics', 'webhooks/topic-names'),
  registering.judged('A disabled webhook receives nothing.', 'webhooks/disabled'),
  registering.judged('ping is always on for a webhook that is enabled.', 'webhooks/ping-always'),
  registering.unjudged(
    'ping is always on for a webhook that is disabled.',
    'not-promised',
    'it is ambiguous beside the sentence that a disabled webhook receives nothing',
  ),
  registering.judged('A webhook has a Ping action that sends a test delivery.', 'webhooks/ping'),
]

const retries: readonly Statement[] = [
  delivery.unjudged('The endpoint answers 200 to acknowledge.', 'client', 'it is what the receiver does'),
  delivery.judged('What was answered 200 is not sent again.', 'webhooks/acknowledged'),
  delivery.judged(
    'Any other status than 200 triggers a retry.',
    'webhooks/retry',
    'webhooks/retry-id',
    'webhooks/retry-content',
  ),
  delivery.judged('A redirection triggers a retry, and is not followed instead.', 'webhooks/retry'),
  delivery.unjudged(
    'A 2xx other than 200 triggers a retry.',
    'not-promised',
    'the table of registering takes every 2xx for an acknowledgement',
  ),
  delivery.judged('A timeout triggers a retry; an answer is due within 5 seconds.', 'webhooks/retry'),
  delivery.unjudged('Retries back off exponentially.', 'not-promised', 'no schedule is shown'),
  delivery.unjudged(
    'Delivery may pause while the endpoint is unavailable.',
    'not-promised',
    'it may, and need not',
  ),
  delivery.judged('Each retry has a new webhook-id.', 'webhooks/retry-id'),
  delivery.judged('A retry has the content of what it repeats.', 'webhooks/retry-content'),
  delivery.judged('data.customer_id is there to tell duplicates by.', 'webhooks/customer-id'),
  delivery.judged('data.customer_id is the customer whom the event is about.', 'webhooks/customer-id'),
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
  delivery.judged('The message varies by event type, as the document describes each.', 'webhooks/document'),
  ...delivery.each(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    (name) => `A delivery has the header ${name}.`,
    'webhooks/headers',
  ),
  delivery.judged(
    'By the Standard Webhooks convention the timestamp is in whole Unix seconds.',
    'webhooks/timestamp',
  ),
  delivery.judged(
    'By the Standard Webhooks convention the timestamp is that of the attempt.',
    'webhooks/retry-timestamp',
  ),
  delivery.unjudged(
    'Headers follow the Standard Webhooks convention in all else.',
    'not-promised',
    'beyond names and times the text itself departs from the convention',
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
