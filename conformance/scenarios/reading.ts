import { Big } from 'big.js'
import { Inconclusive, isOutage } from '../engine/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../model/exchange.js'
import { isObject } from '../model/json.js'
import { brief } from '../observers/index.js'

export { isObject }

/** The body as an object; empty when it is anything else. */
export function objectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = jsonBody(exchange.response)
  return isObject(body) ? body : {}
}

/** A value deep inside, by member names. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value)
}

/** A place in a value: JSON Pointer, and what stands there. */
export type Node = readonly [pointer: string, value: unknown]

const mostNodes = 100_000

/** Everything inside a value, itself first, level by level; of a huge one what is nearest. */
export function walk(root: unknown): Node[] {
  const nodes: Node[] = [['', root]]
  for (const [pointer, value] of nodes) {
    if (nodes.length > mostNodes) break
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) nodes.push([`${pointer}/${name}`, inner])
  }
  return nodes
}

/** True for a status of 200 to 299. */
export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300
}

/** True for a status of 400 to 499: the service took the request for a wrong one. */
export function isRefusal({ response }: Exchange): boolean {
  return response.status >= 400 && response.status < 500
}

/** True for the two statuses by which a value is refused; any other may have reasons of the account. */
export function isTurnedDown({ response }: Exchange): boolean {
  return response.status === 400 || response.status === 422
}

/**
 * An answer from which something follows.
 * @throws Inconclusive where the service failed.
 */
export function answered(exchange: Exchange): Exchange {
  if (isOutage(exchange)) throw new Inconclusive(`the service failed: ${outcomeOf(exchange)}`, exchange)
  return exchange
}

/** Status and the beginning of the body, for messages. */
export function outcomeOf({ response }: Exchange): string {
  return `${response.status}${response.body === '' ? '' : ` ${brief(response.body, 80)}`}`
}

const asId = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/**
 * The id in an answer, wherever the service puts it: as `id`, under a name of the kind (`customer_id`), inside
 * members of the body, or at the end of the Location header.
 * @param kind pattern for what was created, for instance `customer`
 */
export function idIn(exchange: Exchange, kind: string): string | undefined {
  const own = new RegExp(`^((${kind})[-_]?(id|uuid)|uuid|identifier)$`, 'i')
  const holders = walk(jsonBody(exchange.response))
    .map(([, value]) => value)
    .filter(isObject)
  const named = holders.flatMap((holder) => Object.entries(holder).filter(([name]) => own.test(name)))
  const candidates = [
    holders[0]?.['id'],
    ...named.map(([, id]) => id),
    ...holders.map((holder) => holder['id']),
  ]
  const location = headerValue(exchange.response.headers, 'location')?.replace(/[?#].*$/, '')
  return [...candidates, location?.split('/').findLast((part) => part !== '')]
    .map(asId)
    .find((id) => id !== undefined)
}

/** The items of a list answer: a bare array, or the nearest array in an envelope. */
export function listIn(exchange: Exchange): readonly unknown[] | undefined {
  const arrays = walk(jsonBody(exchange.response)).map(([, value]) => value)
  return arrays.find((value): value is unknown[] => Array.isArray(value))
}

/** True when both are decimal numbers of the same value, however they are written. */
export function sameDecimal(a: unknown, b: unknown): boolean {
  try {
    return new Big(String(a)).eq(new Big(String(b)))
  } catch {
    return false
  }
}
