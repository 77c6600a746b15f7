import { deepEqual } from '../../../runtime/json.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  customerOf,
  dataOf,
  type Delivery,
  deliveryHeader,
  hasMessage,
  kindOf,
  mentions,
  messageOf,
} from '../../../conformance/exchange/delivery.js'
import { brief } from '../../../reporting/index.js'
import { isObject, objectOf } from '../../../document/index.js'
import { client, judged, notPromised, open, section } from '../../statements/statement.js'
import { deliveryHeaders } from '../../tables/messages.js'
import { idsIn } from './cause.js'
import { type Judge, nameOf, ofEach, ofEvents } from './event-rule.js'
import { deliveries, deliveriesByCause, evidence } from './evidence.js'
import { acknowledged, backsOff, hasTimestampOf, ofRetries, retryDue, slowAnswer } from './retries.js'
import { createHmac } from 'node:crypto'

/** The encodings of digest and secret that match; the specification shows neither. */
interface Fit {
  readonly digest: 'hex' | 'base64'
  readonly secret: 'as it is' | 'decoded'
}

/** The signed content of a delivery, and its signature. */
interface Signed {
  readonly timestamp: string
  readonly bytes: Uint8Array
  /** Value of webhook-signature. */
  readonly signature: string
}

const keysOf = (secret: string): readonly (readonly [Fit['secret'], Buffer])[] => {
  const bare = secret.replace(/^whsec_/, '')
  const isHex = /^([0-9a-f]{2})+$/i.test(bare)
  return [
    ['as it is', Buffer.from(secret)],
    ['as it is', Buffer.from(bare)],
    ['decoded', Buffer.from(bare, 'base64')],
    ...(isHex ? [['decoded', Buffer.from(bare, 'hex')] as const] : []),
  ]
}

const formOf = (text: string, digest: Buffer): Fit['digest'] | undefined => {
  if (text.toLowerCase() === digest.toString('hex')) return 'hex'
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain === digest.toString('base64').replace(/=+$/, '') ? 'base64' : undefined
}

/** Several signatures may be sent while a secret is rotated. */
const digestsIn = (signature: string): string[] =>
  signature.split(/[\s,]+/).map((one) => one.replace(/^v1=/, ''))

/** The encodings with which a signature fits the timestamp directly followed by the raw body (Delivery 3). */
export function fitOf({ timestamp, bytes, signature }: Signed, secret: string): Fit | undefined {
  for (const [form, key] of keysOf(secret)) {
    const digest = createHmac('sha256', key).update(timestamp).update(bytes).digest()
    for (const text of digestsIn(signature)) {
      const found = formOf(text, digest)
      if (found) return { digest: found, secret: form }
    }
  }
  return undefined
}

const isJson: Judge = (delivery) => {
  const came = deliveryHeader(delivery, 'content-type')
  const type = came?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json'
    ? undefined
    : `expected content type application/json, got ${came ?? 'none'}`
}

const isContainer: Judge = (delivery) => {
  const content = contentOf(delivery)
  if (!isObject(content)) return 'the body must be a JSON object'
  const data = dataOf(delivery)
  // The message of a ping has a type and no named field, so only its presence is judged.
  if (kindOf(delivery) === 'ping') return hasMessage(delivery) ? undefined : 'expected a message, got none'
  if (Object.keys(data).length === 0) return 'the notification must be inside data'
  return isObject(messageOf(delivery)) ? undefined : 'a message must be beside data or in it'
}

const hasHeaders: Judge = (delivery) => {
  const missing = deliveryHeaders.filter((header) => (deliveryHeader(delivery, header) ?? '') === '')
  return missing.length === 0 ? undefined : `the header ${missing.join(' and ')} is missing`
}

const hasPrefix: Judge = (delivery) =>
  (deliveryHeader(delivery, 'webhook-signature') ?? 'v1=').startsWith('v1=')
    ? undefined
    : 'webhook-signature must begin with v1='

const fitIn = (delivery: Delivery, secret: string) => {
  const timestamp = deliveryHeader(delivery, 'webhook-timestamp')
  const signature = deliveryHeader(delivery, 'webhook-signature')?.replace(/^v\d+[=,:]/, '')
  if (timestamp === undefined || signature === undefined) return undefined
  return { found: fitOf({ timestamp, signature, bytes: delivery.bytes }, secret) }
}

/** Every address has its own secret; returns the deliveries with known secrets. */
const withSecrets = async (context: ScenarioContext): Promise<readonly (readonly [Delivery, string])[]> => {
  const all = await deliveries(context)
  const { endpoint, subscription } = await evidence(context)
  const periods = [subscription.partial, subscription.disabled]
  const endpoints = [endpoint, ...periods.flatMap((one) => (one instanceof Error ? [] : [one.endpoint]))]
  const found = all.flatMap((delivery) => {
    const secret = endpoints.find(({ address }) => address === delivery.address)?.secret ?? ''
    return secret === '' ? [] : [[delivery, secret] as const]
  })
  if (found.length > 0) return found
  const variable = context.session.plan.webhooks?.secretEnv ?? 'RAMPART_WEBHOOK_SECRET'
  const reason = `it needs the secret of the webhook; put it into the environment variable ${variable}`
  throw new Skip(reason, 'receiver')
}

const isSigned: Scenario = async (context) => {
  for (const [delivery, secret] of await withSecrets(context)) {
    const fit = fitIn(delivery, secret)
    const message = `${nameOf(delivery)}: webhook-signature is not the HMAC-SHA256 of timestamp and raw body under the secret, in any encoding of either`
    context.expect(fit === undefined || fit.found !== undefined, message, delivery.exchange)
  }
}

const noteEncoding: Scenario = async (context) => {
  for (const [delivery, secret] of await withSecrets(context)) {
    const found = fitIn(delivery, secret)?.found
    if (found) context.note(`served: a digest in ${found.digest}, the secret ${found.secret}`)
  }
}

const tolerance = 5 * 60_000
/** A greater number must be in milliseconds. */
const mostSeconds = 1e11

const wrongTime = (text: string, arrivedAt: number): string | undefined => {
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds > mostSeconds)
    return `webhook-timestamp must be in whole Unix seconds, got ${brief(text)}`
  return Math.abs(seconds * 1000 - arrivedAt) > tolerance
    ? 'webhook-timestamp must be within 5 minutes of the arrival'
    : undefined
}

/** A delivery of an event before this run may be a retry after hours. */
const isTimely: Scenario = async (context) => {
  const { since } = await evidence(context)
  for (const delivery of await deliveries(context)) {
    const text = deliveryHeader(delivery, 'webhook-timestamp')
    if (text === undefined || delivery.arrivedAt < since) continue
    const wrong = wrongTime(text, delivery.arrivedAt)
    if (wrong !== undefined) context.violate(`${nameOf(delivery)}: ${wrong}`, delivery.exchange)
  }
}

const noteShape: Scenario = async (context) => {
  for (const delivery of await deliveries(context)) {
    const place = dataOf(delivery)['message'] === undefined ? 'beside data' : 'in data'
    const content = contentOf(delivery)
    const members = Object.keys(objectOf(content)).toSorted().join(', ')
    context.note(`served: ${nameOf(delivery)} with the message ${place}, members ${brief(members)}`)
  }
}

/** Every event except ping names its customer, and the data of one customer is not attributed to another. */
const namesCustomer: Scenario = async (context) => {
  const all = await deliveries(context)
  for (const delivery of all) {
    const isThere = kindOf(delivery) === 'ping' || customerOf(delivery) !== undefined
    context.expect(isThere, `${nameOf(delivery)}: data.customer_id is missing`, delivery.exchange)
  }
  for (const { cause, came } of await deliveriesByCause(context)) {
    const { kind, resource, customerId } = cause
    if (!resource || resource.sort === 'customer') continue
    const own = came.filter((delivery) => mentions(delivery, resource.id))
    const wrong = own.find((delivery) => ![customerId, undefined].includes(customerOf(delivery)))
    const message = `${kind}: data.customer_id must be the customer whose ${resource.sort} it is, got that of another`
    context.expect(wrong === undefined, message, wrong?.exchange)
  }
  const { resources } = (await evidence(context)).log
  const known = new Set(resources.flatMap(({ sort, id }) => (sort === 'customer' ? [id] : [])))
  for (const delivery of all) {
    const kind = kindOf(delivery) ?? ''
    if (!/^customer_(created|status)$/.test(kind)) continue
    const about = idsIn(delivery).find((id) => known.has(id))
    const named = customerOf(delivery)
    const isRight = about === undefined || named === undefined || about === named
    const message = `${kind}: data.customer_id must be the customer that it is about, got another`
    context.expect(isRight, message, delivery.exchange)
  }
}

/** Events: delivery. */
export const deliverySection = section(
  'Events, delivery',
  'An event is posted to the URL of each webhook that gets its kind. What is posted, a WebhookContainer, is signed. A delivery that the endpoint does not acknowledge is posted again.',
  {
    'webhooks/method': ofEach(({ exchange }) => {
      const { method } = exchange.request
      return method === 'POST' ? undefined : `expected POST, got ${method}`
    })`
      Webhooks are posted
      Events are delivered by POST.`,
    'webhooks/content-type': ofEach(isJson)`
      Webhooks are JSON
      Events have the content type application/json.`,
    'webhooks/container': ofEach(isContainer)`
      A container with a message and data
      The body is a container: the notification sits inside data, and a message comes with it.`,
    message: judged('webhooks/document')`The message varies by event type, as the document describes each.`,
    'webhooks/shape': open({ needs: ['writes', 'receiver'], run: noteShape })`
      Place of the message
      Where in the container message, id and type stand.
      the fields of the container and of the messages are not shown`,
    'webhooks/customer-id': ofEvents(namesCustomer)`
      An event names its customer
      Every event but ping has data.customer_id, the customer whom it is about: receivers recognize retries by it.`,
    'webhooks/headers': ofEach(hasHeaders)`
      Each has three headers
      Every delivery has webhook-id, webhook-timestamp and webhook-signature.`,
    convention: notPromised`
      Headers follow the Standard Webhooks convention in all else.
      except for names and times the specification departs from the convention`,
    'webhooks/signature-prefix': ofEach(hasPrefix)`
      Signatures begin with v1=
      The value of webhook-signature is prefixed with v1=.`,
    'webhooks/signature': ofEvents(isSigned)`
      Signatures fit
      The signature is the HMAC-SHA256 of the timestamp and the raw body, with nothing between, under the secret.
      - The body is the full container, byte by byte as it was posted.`,
    'webhooks/encoding': open({ needs: ['writes', 'receiver'], run: noteEncoding })`
      Encoding of digest and secret
      Whether the digest is written in hex or base64, and whether the secret is decoded first.
      the encoding of the digest is not shown, and the convention named clashes with the text`,
    'webhooks/timestamp': ofEvents(isTimely)`
      Timestamps are those of the delivery
      webhook-timestamp is in Unix seconds, as the convention has it, and within 5 minutes of the arrival.`,
    'old-timestamp': client`
      A timestamp outside the tolerance is rejected.
      it is what the receiver does; the 5 minutes are an example`,
    'constant-time': client`
      Digests are compared in constant time.
      it is what the receiver does`,
    acknowledging: client`
      The endpoint answers 200 to acknowledge.
      it is what the receiver does`,
    // The specification does not say that an event is delivered once only, and receivers have to recognize duplicates.
    'webhooks/acknowledged': ofEvents(acknowledged, { severity: 'warning' })`
      200 acknowledges
      A delivery with a response of 200 is acknowledged and not retried.`,
    'webhooks/slow-answer': ofEvents(slowAnswer)`
      A response may take 5 seconds
      An endpoint has 5 seconds to respond: 200 within them acknowledges.`,
    'webhooks/retry': ofEvents(retryDue)`
      Every status but 200 triggers a retry
      Every status but 200, also a redirection, and a response after 5 seconds trigger a retry.
      - A redirection is not followed instead.`,
    'other-success': notPromised`
      A 2xx other than 200 triggers a retry.
      the table of registering takes every 2xx for an acknowledgement`,
    'webhooks/retry-id': ofRetries((again, before) => {
      const id = deliveryHeader(again, 'webhook-id')
      return id !== undefined && before.some((one) => deliveryHeader(one, 'webhook-id') === id)
        ? 'each retry must have a new webhook-id, and this one has that of an earlier attempt'
        : undefined
    })`
      A retry has an id of its own
      Each retry has a new webhook-id.`,
    'webhooks/retry-content': ofRetries((again, [first]) =>
      first === undefined || deepEqual(messageOf(first), messageOf(again))
        ? undefined
        : 'the message of a retry must be that of the first attempt',
    )`
      A retry has the same content
      A retry has the message of the delivery that it repeats: receivers recognize retries by it.`,
    'webhooks/retry-timestamp': ofRetries((again, before) =>
      hasTimestampOf(before.at(-1), again)
        ? 'webhook-timestamp must be that of the attempt, and a retry has that of an earlier one'
        : undefined,
    )`
      A retry has a timestamp of its own
      webhook-timestamp is the time of the attempt, as the convention has it, so that a retry is within the tolerance.`,
    deduplicating: client`
      Duplicates are recognized by customer and message.
      it is what the receiver does`,
    'webhooks/backoff': ofEvents(backsOff, { severity: 'warning' })`
      Retries back off
      Retries are made with exponential backoff: the delays between the attempts of a delivery are not constant.`,
    schedule: notPromised`
      Schedule and number of retries.
      not shown in the specification`,
    pause: notPromised`
      Delivery may pause while the endpoint is unavailable.
      it may, and need not`,
  },
)
