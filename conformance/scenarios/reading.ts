import Big from 'big.js'
import type { Exchange } from '../model/exchange.js'
import { jsonBody } from '../model/exchange.js'
import { brief } from '../observers/index.js'

/** True for a plain object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body as an object; empty when it is anything else. */
export function objectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = jsonBody(exchange.response)
  return isObject(body) ? body : {}
}

/** A value deep inside, by member names. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value)
}

/** True for a status of 200 to 299. */
export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300
}

/** Status and the beginning of the body, for messages. */
export function outcomeOf({ response }: Exchange): string {
  return `${response.status}${response.body === '' ? '' : ` ${brief(response.body, 80)}`}`
}

/** The id in an answer, at the top or one level down. */
export function idIn(exchange: Exchange): string | undefined {
  const body = objectBody(exchange)
  const nested = Object.values(body).filter(isObject)
  const found = [body, ...nested].map((holder) => holder['id']).find((id) => typeof id === 'string')
  return typeof found === 'string' ? found : undefined
}

/** The items of a list answer: a bare array, or the first array in an envelope. */
export function listIn(exchange: Exchange): readonly unknown[] | undefined {
  const body = jsonBody(exchange.response)
  if (Array.isArray(body)) return body
  return isObject(body) ? Object.values(body).find((value) => Array.isArray(value)) : undefined
}

/** True when both are decimal numbers of the same value, however they are written. */
export function sameDecimal(a: unknown, b: unknown): boolean {
  try {
    return new Big(String(a)).eq(new Big(String(b)))
  } catch {
    return false
  }
}
