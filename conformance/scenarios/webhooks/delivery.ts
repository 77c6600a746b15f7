import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import {
  customerOf,
  contentOf,
  dataOf,
  type Delivery,
  deliveryHeader,
  kindOf,
  messageOf,
  typeOf,
} from '../../model/delivery.js'
import { fitOf } from '../../model/webhook-signature.js'
import { brief } from '../../observers/index.js'
import { isObject } from '../reading.js'
import { arrivals, deliveries } from './arrivals.js'

/** What is wrong with one delivery, or undefined. */
type Judge = (delivery: Delivery, context: ScenarioContext) => string | undefined

const name = (delivery: Delivery): string => kindOf(delivery) ?? 'a delivery of no known type'

/** A rule about every delivery. */
const ofEach =
  (judge: Judge): Scenario =>
  async (context) => {
    for (const delivery of await deliveries(context)) {
      const wrong = judge(delivery, context)
      if (wrong !== undefined) context.violate(`${name(delivery)}: ${wrong}`, delivery.exchange)
    }
  }

const method: Judge = ({ exchange: { request } }) =>
  request.method === 'POST' ? undefined : `POST is due, ${request.method} came`

const contentType: Judge = (delivery) => {
  const came = deliveryHeader(delivery, 'content-type')
  const type = came?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json'
    ? undefined
    : `content type application/json is due, ${came ?? 'none'} came`
}

const container: Judge = (delivery) => {
  if (!isObject(contentOf(delivery))) return 'the body is due to be a JSON object'
  if (kindOf(delivery) === 'ping') return undefined
  if (Object.keys(dataOf(delivery)).length === 0) return 'the notification is due inside data'
  return messageOf(delivery) === undefined ? 'a message is due beside data or in it' : undefined
}

const customerId: Judge = (delivery) =>
  kindOf(delivery) === 'ping' || customerOf(delivery) !== undefined ? undefined : 'data.customer_id is due'

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const headers: Judge = (delivery) => {
  const missing = headerNames.filter((header) => (deliveryHeader(delivery, header) ?? '') === '')
  return missing.length === 0 ? undefined : `the header ${missing.join(' and ')} is due, none came`
}

const signaturePrefix: Judge = (delivery) => {
  const value = deliveryHeader(delivery, 'webhook-signature')
  return value === undefined || value.startsWith('v1=')
    ? undefined
    : 'webhook-signature is due to begin with v1='
}

const fit = (delivery: Delivery, secret: string) => {
  const timestamp = deliveryHeader(delivery, 'webhook-timestamp')
  const signature = deliveryHeader(delivery, 'webhook-signature')?.replace(/^v\d+[=,:]/, '')
  if (timestamp === undefined || signature === undefined) return undefined
  return { found: fitOf({ timestamp, signature, bytes: delivery.bytes }, secret) }
}

const secretOf = ({ session }: ScenarioContext): string => {
  if (session.webhookSecret !== '') return session.webhookSecret
  const variable = session.plan.webhooks?.secretEnv ?? 'RAMPART_WEBHOOK_SECRET'
  throw new Skip(`it needs the secret of the webhook; put it into the environment variable ${variable}`)
}

const signature: Judge = (delivery, context) => {
  const fitting = fit(delivery, secretOf(context))
  return fitting === undefined || fitting.found
    ? undefined
    : 'webhook-signature is no HMAC-SHA256 of timestamp and raw body under the secret, in no encoding of either'
}

const tolerance = 5 * 60_000

/** Standard Webhooks count seconds; milliseconds and dates are times all the same. */
const timeOf = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text)
  const number = Number(text)
  return number > 1e11 ? number : number * 1000
}

// Only of what this run caused: an attempt that is repeated after hours may name the time of the first.
const timestamp: Scenario = async (context) => {
  await deliveries(context)
  for (const { delivery } of await arrivals(context)) {
    const text = delivery && deliveryHeader(delivery, 'webhook-timestamp')
    if (!delivery || text === undefined) continue
    const isNear = Math.abs(timeOf(text) - delivery.arrivedAt) <= tolerance
    const message = `${name(delivery)}: webhook-timestamp is due within 5 minutes of the arrival`
    context.expect(isNear, message, delivery.exchange)
  }
}

const type: Judge = (delivery) =>
  typeOf(delivery) === undefined
    ? 'a type of the 13 in snake_case is due, none stands in the container'
    : undefined

const encoding: Scenario = async (context) => {
  const secret = secretOf(context)
  for (const delivery of await deliveries(context)) {
    const found = fit(delivery, secret)?.found
    if (found) context.note(`served: a digest in ${found.digest}, the secret ${found.secret}`)
  }
}

const shape: Scenario = async (context) => {
  for (const delivery of await deliveries(context)) {
    const place = dataOf(delivery)['message'] === undefined ? 'beside data' : 'in data'
    const members = isObject(contentOf(delivery)) ? Object.keys(contentOf(delivery) ?? {}).toSorted() : []
    context.note(`served: ${name(delivery)} with the message ${place}, members ${brief(members.join(', '))}`)
  }
}

/** Events, delivery: what is promised of every delivery alike. */
export const deliveryScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/method': ofEach(method),
  'webhooks/content-type': ofEach(contentType),
  'webhooks/container': ofEach(container),
  'webhooks/customer-id': ofEach(customerId),
  'webhooks/headers': ofEach(headers),
  'webhooks/signature-prefix': ofEach(signaturePrefix),
  'webhooks/signature': ofEach(signature),
  'webhooks/timestamp': timestamp,
  'webhooks/type': ofEach(type),
  'webhooks/encoding': encoding,
  'webhooks/shape': shape,
}
