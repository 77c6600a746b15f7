import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, isObject } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { bodyOf } from './body.js'
import { isSafeToTry } from './exercised.js'

/** A resource that this run created, and the answer to its creation. */
export interface OwnResource {
  readonly id: string
  readonly created: Exchange
}

const singular = (collection: string): string =>
  (collection.split('/').at(-1) ?? '').replace(/ies$/, 'y').replace(/s$/, '')

const asId = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/**
 * The id of the resource that an answer shows as created, where it stands beyond doubt: at the end of Location, as `id` or
 * `<kind>_id` of the body, or of the one member that the body has.
 */
export function createdId(exchange: Exchange, collection: string): string | undefined {
  const location = headerValue(exchange.response.headers, 'location')?.replace(/[?#].*$/, '')
  const kind = singular(collection).replaceAll('-', '_')
  const body = jsonBody(exchange.response)
  const members = isObject(body) ? Object.values(body) : []
  const holder = members.length === 1 && isObject(members[0]) ? members[0] : body
  return (
    asId(location?.split('/').at(-1)) ?? asId(memberAt(holder, 'id')) ?? asId(memberAt(holder, `${kind}_id`))
  )
}

const creating = (context: ScenarioContext, collection: string): Operation => {
  const operation = context.operation('post', collection)
  if (collection.includes('{}') || !isSafeToTry(operation)) {
    throw new NotApplicable(`nothing is created at ${collection}`)
  }
  return operation
}

/**
 * Creates something in a collection.
 * @param iban the account number of bank accounts, of which a customer has each but once
 * @throws an ending where the service does not create it, or names no id.
 */
export async function createResource(
  context: ScenarioContext,
  collection: string,
  iban?: string,
): Promise<OwnResource> {
  const operation = creating(context, collection)
  const created = await context.call(operation, {
    body: await bodyOf(context, operation, iban),
    isGuess: true,
  })
  if (!isSuccess(created)) throw unmet(`nothing was created at ${collection}: ${outcomeOf(created)}`, created)
  const id = createdId(created, collection)
  if (id === undefined) throw new NotApplicable(`the answer to POST ${collection} names no id`)
  return { id, created }
}

/** Something in a collection that these rules share. @throws an ending where none can be created. */
export function ownResource(context: ScenarioContext, collection: string): Promise<OwnResource> {
  return context.once(`own ${collection} ${context.version}`, () => createResource(context, collection))
}
