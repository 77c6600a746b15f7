import { jsonBody } from '../exchange/exchange.js'
import { type JsonObject, objectOf } from '../../document/index.js'
import type { Observed } from '../model/observed.js'
import { thingsIn } from '../resources/envelope.js'
import type { Resource } from '../resources/resources.js'
import { shapeOf } from '../resources/shapes.js'
import { addressInLocation, addressOf } from './addresses.js'
import type { KnownThings } from './things.js'

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * Whether an answer without a word of creation is about what was sent: a search that is a POST answers with something
 * else. With nothing in common to compare, it is.
 */
const speaksOfSent = (sent: JsonObject, thing: JsonObject): boolean => {
  const common = Object.keys(sent).filter((name) => isScalar(sent[name]) && isScalar(thing[name]))
  return common.length === 0 || common.some((name) => String(sent[name]) === String(thing[name]))
}

/**
 * The addresses of what an answer created. None where its id is not in the answer, where it was there before, or where
 * the answer may be about something else.
 */
export function createdAddresses(
  resource: Resource,
  observed: Observed,
  things: KnownThings,
): readonly (readonly unknown[])[] {
  const { response, sentAt } = observed.exchange
  const isSaid = response.status === 201 || response.status === 202
  const held = thingsIn(jsonBody(response), resource.nouns[0] ?? '', 'thing')
  if (held.isList && !isSaid) return []
  const sent = objectOf(observed.case.call.body?.value)
  const meant = isSaid ? held.things : held.things.filter((thing) => speaksOfSent(sent, thing))
  const inBody = meant.map((thing) => addressOf(thing, resource, observed)).filter((one) => one !== undefined)
  const inLocation = inBody.length === 0 ? addressInLocation(resource, observed) : undefined
  const shape = shapeOf(resource.itemPath)
  const isNew = (values: readonly unknown[]): boolean => {
    const known = things.find(shape, values)
    return known === undefined || known.isDeleted || known.seenAt >= sentAt || response.status === 201
  }
  return [...inBody, ...(inLocation ? [inLocation] : [])].filter(isNew)
}
