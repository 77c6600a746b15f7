import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { readUntil } from '../../../conformance/rules/read-until.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { sampleIbans } from '../subjects/recipient.js'
import { exercised, forEachOf } from './exercised.js'
import { pathNames, operationName, routeOf } from './operation-name.js'
import { createdId, createResource, ownResource } from './own-resource.js'
import { ownCustomer } from './own-customer.js'

/** An operation on one resource, and the collection that such resources are created in. */
interface Item {
  readonly operation: Operation
  readonly collection: string
}

const kindIn = (collection: string): string => (collection.split('/').at(-1) ?? '').replace(/s$/, '')

/** True where the last parameter of a path is the id of the resource itself. */
const namesItself = (operation: Operation, collection: string): boolean => {
  const last = pathNames(operation).at(-1) ?? ''
  const kind = kindIn(collection).replaceAll('-', '_').toLowerCase()
  return last === 'id' || last.toLowerCase().startsWith(kind)
}

/** The collection of an operation that ends in an id and has none but those of customers before it. */
const itemOf = (context: ScenarioContext, operation: Operation): Item | undefined => {
  const route = routeOf(context, operation).replace(/^\w+ /, '')
  const names = pathNames(operation)
  const collection = route.replaceAll('/{}', '')
  const isItem = route.endsWith('/{}') && names.slice(0, -1).every((name) => /^customer/i.test(name))
  if (!isItem || !namesItself(operation, collection) || !context.find('post', collection)) return undefined
  return { operation, collection }
}

const itemsOf = (context: ScenarioContext, method: 'get' | 'delete'): readonly Item[] =>
  exercised(
    context,
    (operation) => operation.method === method && itemOf(context, operation) !== undefined,
    `that ${method === 'get' ? 'reads' : 'deletes'} a thing which another creates`,
  ).flatMap((operation) => itemOf(context, operation) ?? [])

/** Values for the path of an operation on a resource: customers before it, its id at the end. */
const pathOf = async (context: ScenarioContext, { operation }: Item, id: string): Promise<string[]> => {
  const owners = pathNames(operation).slice(0, -1)
  const owner = owners.length === 0 ? '' : (await ownCustomer(context)).id
  return [...owners.map(() => owner), id]
}

const isFound = ({ response }: Exchange): boolean => response.status !== 404 && response.status !== 410

const readable = async (context: ScenarioContext, item: Item): Promise<void> => {
  const { collection, operation } = item
  const isCustomer = collection === '/customers'
  const made = isCustomer ? await ownCustomer(context) : await ownResource(context, collection)
  const id = made.created && createdId(made.created, collection)
  // A resource whose creation is only accepted may not be there yet.
  if (id === undefined || made.created?.response.status === 202) {
    throw new NotApplicable(`the answer to POST ${collection} does not say what was created`)
  }
  const path = await pathOf(context, item, id)
  const read = await readUntil(context, () => context.call(operation, { path }), isFound)
  const isLost = !isFound(read)
  const message = `${operationName(context, operation)} does not find what POST ${collection} has just created`
  context.expect(!isLost, message, read, operation.pointer)
}

/** `operations/available-after-creation`: a resource that a POST created can be read. */
export const availableAfterCreation: Scenario = (context) =>
  forEachOf(context, itemsOf(context, 'get'), (item) => readable(context, item))

const isSame = (before: Exchange, after: Exchange): boolean => {
  const [was, is] = [jsonBody(before.response), jsonBody(after.response)]
  return was !== undefined && deepEqual(was, is)
}

const gone = async (context: ScenarioContext, item: Item, read: Operation): Promise<void> => {
  const { operation, collection } = item
  const { id } = await createResource(context, collection, sampleIbans[1])
  const path = await pathOf(context, item, id)
  const before = await readUntil(context, () => context.call(read, { path }), isFound)
  if (!isSuccess(before)) throw unmet(`what was created is not read: ${outcomeOf(before)}`, before)
  const deleted = await context.call(operation, { path })
  const isDone = deleted.response.status === 200 || deleted.response.status === 204
  if (!isDone) throw unmet(`nothing was deleted: ${outcomeOf(deleted)}`, deleted)
  const after = await readUntil(
    context,
    () => context.call(read, { path }),
    (exchange) => !isSuccess(exchange) || !isSame(before, exchange),
  )
  if (!isSuccess(after)) return
  const name = operationName(context, read)
  // A service may keep what was deleted, and say so: then its answer is another one.
  if (!isSame(before, after))
    context.note(`served: ${name} after the deletion, and another answer than before`)
  else context.violate(`${name} answers after the deletion just as before it`, after, operation.pointer)
}

/** `operations/use-after-delete`: resources that this rule created itself. */
export const useAfterDelete: Scenario = async (context) => {
  const pairs = itemsOf(context, 'delete').flatMap((item) => {
    const read = context.find('get', routeOf(context, item.operation).replace(/^\w+ /, ''))
    return read ? [{ item, read }] : []
  })
  if (pairs.length === 0)
    throw new NotApplicable('the document has nothing that is created, read and deleted')
  await forEachOf(context, pairs, ({ item, read }) => gone(context, item, read))
}
