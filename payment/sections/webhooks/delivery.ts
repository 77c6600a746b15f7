import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import {
  contentOf,
  dataOf,
  type Delivery,
  deliveryHeader,
  kindOf,
  messageOf,
  typeOf,
} from '../../../conformance/exchange/delivery.js'
import { fitOf } from '../../../conformance/exchange/webhook-signature.js'
import { brief } from '../../../reporting/index.js'
import { isObject } from '../../../document/index.js'
import { deliveries, evidence } from './evidence.js'

/** The error in one delivery, or undefined. */
type Judge = (delivery: Delivery) => string | undefined

const name = (delivery: Delivery): string => kindOf(delivery) ?? 'a delivery of no known type'

/** A rule about every delivery. */
const ofEach =
  (judge: Judge): Scenario =>
  async (context) => {
    for (const delivery of await deliveries(context)) {
      const wrong = judge(delivery)
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

const hasMessage = (delivery: Delivery): boolean =>
  [dataOf(delivery), contentOf(delivery)].some((holder) => isObject(holder) && 'message' in holder)

const container: Judge = (delivery) => {
  if (!isObject(contentOf(delivery))) return 'the body is due to be a JSON object'
  // The message of a ping has a type and no field that is named: that there is one is all that is due.
  if (kindOf(delivery) === 'ping') return hasMessage(delivery) ? undefined : 'a message is due, none came'
  if (Object.keys(dataOf(delivery)).length === 0) return 'the notification is due inside data'
  return isObject(messageOf(delivery)) ? undefined : 'a message is due beside data or in it'
}

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

/** Every address has a secret of its own: the deliveries whose secret is known, each with it. */
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

/** `webhooks/signature`. */
export const webhooksSignature: Scenario = async (context) => {
  for (const [delivery, secret] of await withSecrets(context)) {
    const fitting = fit(delivery, secret)
    const message = `${name(delivery)}: webhook-signature is no HMAC-SHA256 of timestamp and raw body under the secret, in no encoding of either`
    context.expect(fitting === undefined || fitting.found !== undefined, message, delivery.exchange)
  }
}

const tolerance = 5 * 60_000
/** A number of seconds as large as this is one of milliseconds. */
const mostSeconds = 1e11

/** The error in a time in whole seconds, as the convention has it, beside the time of arrival. */
const wrongTime = (text: string, arrivedAt: number): string | undefined => {
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds > mostSeconds)
    return `webhook-timestamp is due in whole Unix seconds, ${brief(text)} came`
  return Math.abs(seconds * 1000 - arrivedAt) > tolerance
    ? 'webhook-timestamp is due within 5 minutes of the arrival'
    : undefined
}

/** `webhooks/timestamp`: a delivery sent before this run began may be an attempt that is repeated after hours. */
export const webhooksTimestamp: Scenario = async (context) => {
  const { since } = await evidence(context)
  for (const delivery of await deliveries(context)) {
    const text = deliveryHeader(delivery, 'webhook-timestamp')
    if (text === undefined || delivery.arrivedAt < since) continue
    const wrong = wrongTime(text, delivery.arrivedAt)
    if (wrong !== undefined) context.violate(`${name(delivery)}: ${wrong}`, delivery.exchange)
  }
}

const type: Judge = (delivery) =>
  typeOf(delivery) === undefined
    ? 'a type of the 13 in snake_case is due, none stands in the container'
    : undefined

/** `webhooks/encoding`. */
export const webhooksEncoding: Scenario = async (context) => {
  for (const [delivery, secret] of await withSecrets(context)) {
    const found = fit(delivery, secret)?.found
    if (found) context.note(`served: a digest in ${found.digest}, the secret ${found.secret}`)
  }
}

/** `webhooks/shape`. */
export const webhooksShape: Scenario = async (context) => {
  for (const delivery of await deliveries(context)) {
    const path = dataOf(delivery)['message'] === undefined ? 'beside data' : 'in data'
    const members = isObject(contentOf(delivery)) ? Object.keys(contentOf(delivery) ?? {}).toSorted() : []
    context.note(`served: ${name(delivery)} with the message ${path}, members ${brief(members.join(', '))}`)
  }
}

/** `webhooks/method`. */
export const webhooksMethod: Scenario = ofEach(method)

/** `webhooks/content-type`. */
export const webhooksContentType: Scenario = ofEach(contentType)

/** `webhooks/container`. */
export const webhooksContainer: Scenario = ofEach(container)

/** `webhooks/headers`. */
export const webhooksHeaders: Scenario = ofEach(headers)

/** `webhooks/signature-prefix`. */
export const webhooksSignaturePrefix: Scenario = ofEach(signaturePrefix)

/** `webhooks/type`. */
export const webhooksType: Scenario = ofEach(type)
