import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive } from '../../../conformance/model/outcome.js'
import {
  answerLimitMs,
  type Delivery,
  deliveryHeader,
  mentions,
  messageOf,
} from '../../../conformance/exchange/delivery.js'
import { deliveries, evidence, deliveriesByCause } from './evidence.js'
import { endOf, retriedTrials, slowShare, type Trial, type TrialName, trialsOf } from './trials.js'
import { pingAlways, webhooksDisabled, webhooksTopics } from './subscriptions.js'
import {
  webhooksContainer,
  webhooksContentType,
  webhooksEncoding,
  webhooksHeaders,
  webhooksMethod,
  webhooksShape,
  webhooksSignature,
  webhooksSignaturePrefix,
  webhooksTimestamp,
} from './delivery.js'
import { customerId } from './subjects.js'
import {
  client,
  judged,
  notPromised,
  open,
  type RuleOptions,
  scenario,
  section,
  unobservable,
} from '../../statements/statement.js'

const answers: Readonly<Record<TrialName, string>> = {
  refused: 'an answer of 500',
  rejected: 'an answer of 400',
  redirected: 'a redirection',
  late: 'an answer that came later than 5 seconds',
  slow: 'an answer within 5 seconds',
}

/** The events of which a second attempt came. @throws Inconclusive when none did. */
const retried = async (context: ScenarioContext): Promise<readonly Trial[]> => {
  await deliveries(context)
  const { trials } = await evidence(context)
  const own = trialsOf(trials, ...retriedTrials).filter(({ attempts }) => attempts.length > 1)
  if (own.length > 0) return own
  throw new Inconclusive(
    'no delivery that was refused came again in the time given, and no schedule is promised; wait longer with --webhook-wait',
    trials.all[0]?.attempts[0]?.exchange,
  )
}

const webhooksRetry: Scenario = async (context) => {
  await retried(context)
  const { trials } = await evidence(context)
  for (const { name, attempts } of trialsOf(trials, ...retriedTrials)) {
    const message = `a retry is due after ${answers[name]} as after others; that delivery never came again`
    context.expect(!trials.unretried.has(name), message, attempts[0]?.exchange)
  }
}

/** Judges each attempt after the first beside all those before it. */
const ofRetries =
  (judge: (again: Delivery, before: readonly Delivery[]) => string | undefined): Scenario =>
  async (context) => {
    for (const { attempts } of await retried(context)) {
      attempts.forEach((again, index) => {
        const wrong = index === 0 ? undefined : judge(again, attempts.slice(0, index))
        if (wrong !== undefined) context.violate(wrong, again.exchange)
      })
    }
  }

const webhooksRetryId = ofRetries((again, before) => {
  const id = deliveryHeader(again, 'webhook-id')
  return id !== undefined && before.some((one) => deliveryHeader(one, 'webhook-id') === id)
    ? 'a new webhook-id is due for each retry, that of an attempt before came again'
    : undefined
})

const retryContent = ofRetries((again, [first]) =>
  first === undefined || deepEqual(messageOf(first), messageOf(again))
    ? undefined
    : 'the message of a retry is due to be that of the first attempt',
)

/** Timestamps count whole seconds, and a second may begin between two attempts. */
const leastSeconds = 2_000

const retryTimestamp = ofRetries((again, before) => {
  const last = before.at(-1)
  if (!last || again.arrivedAt - last.arrivedAt < leastSeconds) return undefined
  const [one, other] = [last, again].map((each) => deliveryHeader(each, 'webhook-timestamp'))
  return one !== undefined && one === other
    ? 'webhook-timestamp is due to be that of the attempt, that of the attempt before came with a retry'
    : undefined
})

/** Events that happen once to one resource; of other kinds two genuine events may be equal. */
const onceOnly = new Set(['customer_created', 'new_autoramp', 'new_bank_account', 'transaction'])

const atOnceMs = 2_500

/** True for a delivery that was answered 200 long before the time to answer was over: it is not due again. */
const isAcknowledged = ({ exchange, arrivedAt, answeredAt = Infinity }: Delivery): boolean =>
  exchange.response.status === 200 && answeredAt - arrivedAt < atOnceMs

/** Two attempts may be on their way at once, so only one that began after an answer of 200 is a repetition. */
const repetitionIn = (came: readonly Delivery[]): Delivery | undefined =>
  came.find((delivery, index) =>
    came
      .slice(0, index)
      .some(
        (before) =>
          isAcknowledged(before) &&
          before.address === delivery.address &&
          delivery.arrivedAt > (before.answeredAt ?? Infinity) &&
          deepEqual(messageOf(before), messageOf(delivery)),
      ),
  )

const webhooksAcknowledged: Scenario = async (context) => {
  const all = (await deliveriesByCause(context)).filter(
    ({ cause, came }) => onceOnly.has(cause.kind) && came.length > 0,
  )
  if (all.length === 0) throw new Inconclusive('no news came of anything that happens once')
  for (const { cause, came } of all) {
    const { resource, kind } = cause
    const again = resource && repetitionIn(came.filter((delivery) => mentions(delivery, resource.id)))
    const message = `${kind}: a delivery that was answered 200 is not due again; the same news of the same thing came once more`
    context.expect(again === undefined, message, again?.exchange)
  }
}

/** True for an answer that this machine gave when it was to be given; a busy one may be late itself. */
const isPunctual = (delivery: Delivery, limitMs: number): boolean =>
  endOf(delivery) - delivery.arrivedAt < (slowShare + 0.15) * limitMs

const slowAnswer: Scenario = async (context) => {
  await deliveries(context)
  const { trials } = await evidence(context)
  const limitMs = context.session.plan.webhooks?.answerMs ?? answerLimitMs
  const own = trialsOf(trials, 'slow').filter(({ attempts: [first] }) => first && isPunctual(first, limitMs))
  if (own.length === 0) throw new Inconclusive('the answer could not be given in time')
  for (const { attempts } of own) {
    const [first, again] = attempts
    const wasCut = first?.abandonedAt !== undefined
    const message = wasCut
      ? 'an endpoint has 5 seconds to answer; the connection was ended before'
      : 'an answer of 200 within 5 seconds acknowledges; the delivery came again'
    context.expect(!wasCut && again === undefined, message, (again ?? first)?.exchange)
  }
}

const inDashboard = 'it is done and shown in the dashboard, of which no interface is shown'

/** A rule about events: judged once for the service, where a receiver stands and something causes them. */
export function ofEvents(
  title: string,
  statement: string,
  more: Pick<RuleOptions, 'also' | 'details'> & { readonly run: Scenario },
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
        { also: ['webhooks/topic-names'], run: webhooksTopics },
      ),
      'webhooks/disabled': ofEvents('Disabled is silent', 'A disabled webhook receives nothing.', {
        run: webhooksDisabled,
      }),
      'webhooks/ping-always': ofEvents(
        'ping is always on',
        'A webhook gets ping, whatever its event kinds are.',
        { run: pingAlways },
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
      'webhooks/method': ofEvents('Webhooks are posted', 'Events are delivered by POST.', {
        run: webhooksMethod,
      }),
      'webhooks/content-type': ofEvents(
        'Webhooks are JSON',
        'Events have the content type application/json.',
        { run: webhooksContentType },
      ),
      'webhooks/container': ofEvents(
        'A container with a message and data',
        'The body is a container: the notification sits inside data, and a message comes with it.',
        { run: webhooksContainer },
      ),
      message: judged('The message varies by event type, as the document describes each.', [
        'webhooks/document',
      ]),
      'webhooks/shape': open(
        'Place of the message',
        'Where in the container message, id and type stand.',
        'the fields of the container and of the messages are not shown',
        { needs: ['writes', 'receiver'], run: webhooksShape },
      ),
      'webhooks/customer-id': ofEvents(
        'An event names its customer',
        'Every event but ping has data.customer_id, by which retries are told: the customer whom it is about.',
        { run: customerId },
      ),
      'webhooks/headers': ofEvents(
        'Three headers come with each',
        'Every delivery has webhook-id, webhook-timestamp and webhook-signature.',
        { run: webhooksHeaders },
      ),
      convention: notPromised(
        'Headers follow the Standard Webhooks convention in all else.',
        'beyond names and times the text itself departs from the convention',
      ),
      'webhooks/signature-prefix': ofEvents(
        'Signatures begin with v1=',
        'The value of webhook-signature is prefixed with v1=.',
        { run: webhooksSignaturePrefix },
      ),
      'webhooks/signature': ofEvents(
        'Signatures fit',
        'The signature is the HMAC-SHA256 of the timestamp and the raw body, with nothing between, under the secret.',
        {
          details: ['The body is the full container, byte by byte as it was posted.'],
          run: webhooksSignature,
        },
      ),
      'webhooks/encoding': open(
        'Encoding of digest and secret',
        'Whether the digest is written in hex or base64, and whether the secret is decoded first.',
        'the encoding of the digest is not shown, and the convention named clashes with the text',
        { needs: ['writes', 'receiver'], run: webhooksEncoding },
      ),
      'webhooks/timestamp': ofEvents(
        'Timestamps are those of the delivery',
        'webhook-timestamp is in Unix seconds, as the convention has it, and within 5 minutes of the arrival.',
        { run: webhooksTimestamp },
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
        { run: webhooksAcknowledged },
      ),
      'webhooks/slow-answer': ofEvents(
        'An answer may take 5 seconds',
        'An endpoint has 5 seconds to answer: 200 within them acknowledges.',
        { run: slowAnswer },
      ),
      'webhooks/retry': ofEvents(
        'Whatever is not 200 triggers a retry',
        'Any other status than 200, a redirection too, and an answer later than 5 seconds trigger a retry.',
        { details: ['A redirection is not followed instead.'], run: webhooksRetry },
      ),
      'other-success': notPromised(
        'A 2xx other than 200 triggers a retry.',
        'the table of registering takes every 2xx for an acknowledgement',
      ),
      'webhooks/retry-id': ofEvents('A retry has an id of its own', 'Each retry has a new webhook-id.', {
        run: webhooksRetryId,
      }),
      'webhooks/retry-content': ofEvents(
        'A retry has the same content',
        'A retry has the message of the delivery that it repeats, so that both are told to be one.',
        { run: retryContent },
      ),
      'webhooks/retry-timestamp': ofEvents(
        'A retry has a timestamp of its own',
        'webhook-timestamp is the time of the attempt, as the convention has it, so that a retry is within the tolerance.',
        { run: retryTimestamp },
      ),
      deduplicating: client('Duplicates are told by customer and message.', 'it is what the receiver does'),
      backoff: notPromised('Retries back off exponentially.', 'no schedule is shown'),
      schedule: notPromised('Schedule and number of retries.', 'not shown in the specification'),
      pause: notPromised('Delivery may pause while the endpoint is unavailable.', 'it may, and need not'),
    },
  ),
] as const
