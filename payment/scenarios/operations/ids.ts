import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isObject } from '../../../document/index.js'
import { isSuccess, listIn } from '../../../conformance/exchange/reading.js'
import { customer } from '../subjects/customer.js'
import { bodyOf } from './body.js'
import { isSafeToTry, mayCall, operationsOf } from './exercised.js'
import { routeOf } from './operation-name.js'
import { ownAutoramp, ownAuthenticationCode } from './own-autoramp.js'
import { ownCustomer } from './own-customer.js'
import { createdId, ownResource } from './own-resource.js'

const looksLikeId = /(^|[_-])(id|uuid)$|[a-z]Id$|^(customer|account|resource)$/

const wantsUuid = ({ schema }: Parameter): boolean => typeof schema === 'object' && schema.format === 'uuid'

/** The id of a customer: for reads any that is at hand, for writes one that these rules made. */
export async function customerId(context: ScenarioContext, { method }: Operation): Promise<string> {
  const found = method === 'get' ? customer(context, context.version) : ownCustomer(context)
  return (await ifPossible(found))?.id ?? context.session.uuid()
}

const listed = (context: ScenarioContext, collection: string): Promise<string | undefined> =>
  context.once(`listed ${collection} ${context.version}`, async () => {
    const operation = context.find('get', collection)
    if (!operation || collection.includes('{}')) return undefined
    const answer = await ifPossible(context.call(operation))
    const [first] = answer && isSuccess(answer) ? (listIn(answer) ?? []) : []
    const id = isObject(first) ? first['id'] : undefined
    return typeof id === 'string' ? id : undefined
  })

/** Makers of resources, by collection: the documents alone do not show how. */
const known: Readonly<Record<string, (context: ScenarioContext) => Promise<string | undefined>>> = {
  '/autoramps': ownAutoramp,
  '/authentication-codes': async (context) => (await ownAuthenticationCode(context))?.code,
  '/authentication-codes/entity': async (context) => (await ownAuthenticationCode(context))?.entity,
}

/** A resource that is created below another and read without it: POST /a/{}/b and GET /a/b/{}. */
const nestedId = (context: ScenarioContext, collection: string): Promise<string | undefined> =>
  context.once(`nested ${collection} ${context.version}`, async () => {
    const [operation] = operationsOf(context, (one) => {
      const route = routeOf(context, one)
      return /\{\}.*[^}]$/.test(route) && route.replaceAll('/{}', '') === `post ${collection}`
    })
    if (!operation || !mayCall(context, operation) || !isSafeToTry(operation)) return undefined
    const path = await pathValues(context, operation)
    const body = await bodyOf(context, operation)
    const created = await context.call(operation, { path, body, isGuess: true })
    return isSuccess(created) ? createdId(created, collection) : undefined
  })

const resourceId = async (
  context: ScenarioContext,
  { method }: Operation,
  collection: string,
): Promise<string | undefined> => {
  const shown = method === 'get' ? await listed(context, collection) : undefined
  const make = known[collection]
  if (shown !== undefined) return shown
  if (make) return ifPossible(make(context))
  return (await ifPossible(ownResource(context, collection)))?.id ?? ifPossible(nestedId(context, collection))
}

/**
 * Values for the parameters in an operation's path: resources that exist where they are known or can be made, otherwise
 * ids of nothing. Operations that write get none that the run did not make.
 */
export async function pathValues(context: ScenarioContext, operation: Operation): Promise<string[]> {
  const values: string[] = []
  const segments = context.under.operations.relativePath(operation).split('/')
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(.*)\}$/.exec(segment)?.[1]
    if (name === undefined) continue
    const before = segments.slice(0, index).map((one) => (one.startsWith('{') ? '{}' : one))
    values.push(await pathValue(context, operation, { name, collection: before.join('/') }))
  }
  return values
}

interface PathParameter {
  readonly name: string
  /** Route of the path before it, with nameless parameters. */
  readonly collection: string
}

const pathValue = async (
  context: ScenarioContext,
  operation: Operation,
  { name, collection }: PathParameter,
): Promise<string> => {
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
  if (/^customer[_-]?(id)?$/i.test(name) || collection === '/customers') return customerId(context, operation)
  if (parameter && !wantsUuid(parameter) && !looksLikeId.test(name)) {
    return context.sampler().parameter(parameter)
  }
  return (await resourceId(context, operation, collection)) ?? context.session.uuid()
}
