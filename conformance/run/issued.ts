import { endOfReferences, isObject, once, parametersIn } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import { satisfies } from '../cases/plans.js'
import { jsonBody } from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import type { Api, Call, Case } from '../model/case.js'
import { type Explorer, unlessForbidden } from '../model/explorer.js'
import type { AcceptedCalls } from '../pool/learned.js'
import { valuesByName } from '../resources/paths.js'
import { propertiesOf } from '../resources/names.js'
import { componentOf } from '../resources/operation-paths.js'

const bodySchema = ({ requestBody }: Operation): JsonSchema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema

/** The most operations whose responses are read, because their parts load lazily, and a document may have 100,000. */
const mostReads = 1_000

/** Operations whose responses can be the bodies of others: of a signed quote, or of the thing that an update changes. */
const issuersIn = once((api: Api) => {
  const reads = Object.values(api.surface.operations).filter(({ method }) => method === 'get')
  return {
    byPath: new Map(reads.map((one) => [one.path, one])),
    byComponent: new Map(reads.slice(0, mostReads).map((one) => [componentOf(one, ['200', '201']), one])),
  }
})

/** The GET whose response can be the body of an operation: of the same component, or of the path that it updates. */
const issuerOf = (api: Api, operation: Operation): Operation | undefined => {
  const { byPath, byComponent } = issuersIn(api)
  const schema = bodySchema(operation)
  const component = typeof schema === 'object' ? schema.$ref : undefined
  const isUpdate = operation.method === 'put' || operation.method === 'patch'
  if (isUpdate && byPath.has(operation.path)) return byPath.get(operation.path)
  return component === undefined ? undefined : byComponent.get(component)
}

/** The members of a response that a body may have. */
const asBody = (value: unknown, api: Api, operation: Operation): unknown => {
  const { schemas } = api.surface
  if (!isObject(value)) return value
  const properties = propertiesOf(bodySchema(operation), schemas)
  const isReadOnly = (name: string): boolean => {
    const end = endOfReferences(properties[name], schemas)
    return typeof end === 'object' && end.readOnly === true
  }
  const isDeclared = (name: string): boolean => Object.hasOwn(properties, name) && !isReadOnly(name)
  return Object.fromEntries(Object.entries(value).filter(([name]) => isDeclared(name)))
}

/** The request that gets a body anew: for the thing in the path, otherwise one that succeeded before. */
const issuing = async (
  explorer: Explorer,
  accepted: AcceptedCalls,
  issuer: Operation,
  { operation, path }: Call,
): Promise<Case | undefined> => {
  const values = parametersIn(operation.path).map((name) => path[name])
  const isOfThing = values.length > 0 && values.length === parametersIn(issuer.path).length
  return isOfThing
    ? explorer.validCase(issuer, { path: valuesByName(issuer.path, values), smallest: true })
    : accepted.of(issuer)[0]?.case
}

/**
 * A case with a body that the service issued, such as a signed quote, or the present state of what an update changes;
 * undefined where the document shows no such body, or the service issues none.
 */
export async function withIssuedBody(
  explorer: Explorer,
  accepted: AcceptedCalls,
  made: Case,
): Promise<Case | undefined> {
  const { api } = explorer
  const { operation, body } = made.call
  const issuer = body && issuerOf(api, operation)
  const asked = issuer && (await issuing(explorer, accepted, issuer, made.call))
  const observed = asked && (await unlessForbidden(explorer.send(asked)))
  if (!body || !observed || !isSuccess(observed.exchange)) return undefined
  const value = asBody(jsonBody(observed.exchange.response), api, operation)
  const call = { ...made.call, body: { ...body, value } }
  return (await satisfies(api, call)) ? { ...made, call } : undefined
}
