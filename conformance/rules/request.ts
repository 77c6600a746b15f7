import type { Operation, Parameter } from '../../runtime/surface.js'
import { parsedJson, type ExchangeRequest } from '../exchange/exchange.js'
import type { Call } from '../model/call.js'
import type { Plan } from '../model/plan.js'
import type { CredentialsFor } from '../session/access.js'
import { isJsonType, type Sampler } from '../../document/index.js'
import { type AppliedCredentials, isJsonParameter, writeRequest } from '../requests/index.js'
import { valuesByName } from '../resources/paths.js'
import type { VersionUnderTest } from '../session/version-under-test.js'

/** A parameter's value before it is written: text, or a list for array parameters. */
export type ParameterValue = string | readonly string[]

/** The differences of a call from the plain one. */
export interface CallOptions {
  /** Values for the parameters in the path, from left to right. */
  readonly path?: readonly string[]
  readonly query?: Readonly<Record<string, ParameterValue>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent just as it is, in place of a body: it may be no JSON at all. */
  readonly rawBody?: string
  /** Sent after all others. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Values of X-API-Version, one header line each; by default the version that is tested. */
  readonly version?: readonly string[]
  /** `none` sends no key, anything else is sent in place of the user's. */
  readonly key?: string
  readonly idempotencyKey?: string | null
  /** Another request with the same key is under way, so this one may get the stored answer. */
  readonly mayBeReplay?: boolean
  /** Sends the query just as given, even without parameters that the document requires. */
  readonly exactQuery?: boolean
  /** The call is made so that it can change nothing, though its method could. */
  readonly changesNothing?: boolean
  /** The call was made up from the document, or against it: it may be refused for reasons that nobody can know. */
  readonly isGuess?: boolean
  /** The call is none that the document has: what answers it may be no part of the API, so nobody looks on. */
  readonly isStray?: boolean
}

/** The material of a request besides its operation. */
export interface RequestFacts {
  readonly session: {
    readonly plan: Pick<Plan, 'service'>
    readonly credentials: CredentialsFor
    /** In lower case; undefined for a service without versions. */
    readonly versionHeader: string | undefined
    uuid(): string
  }
  readonly under: VersionUnderTest
  readonly sampler: () => Sampler
}

/** Headers that a call sets by itself, or that are left out on purpose. */
const ownHeaders = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'idempotency-key',
  'user-agent',
  'x-api-key',
  'x-api-version',
  'x-sub-partner-id',
])

const jsonType = (operation: Operation): string =>
  Object.keys(operation.requestBody?.content ?? {}).find(isJsonType) ?? 'application/json'

const credentialsOf = (
  operation: Operation,
  { key }: CallOptions,
  { session, under }: RequestFacts,
): AppliedCredentials => {
  if (key === undefined) return session.credentials(operation, 'own', under.version)
  const headers = key === 'none' || key === '' ? [] : [['x-api-key', key] as const]
  return { headers, query: [], cookies: [] }
}

const idempotencyHeaders = (
  { method }: Operation,
  { idempotencyKey }: CallOptions,
  { session }: RequestFacts,
): [string, string][] => {
  const sent = idempotencyKey === undefined && method === 'post' ? session.uuid() : idempotencyKey
  return typeof sent === 'string' ? [['idempotency-key', sent]] : []
}

/** Header parameters that this service alone requires. */
const requiredHeaders = ({ parameters }: Operation, facts: RequestFacts): [string, string][] =>
  parameters
    .filter(({ in: location, required }) => location === 'header' && required)
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()))
    .map((parameter) => [parameter.name, facts.sampler().parameter(parameter)])

/** True where the document says that a parameter's value is a list, or does not say that it is something else. */
const isList = ({ schema }: Parameter): boolean =>
  typeof schema !== 'object' || schema.type === undefined || [schema.type].flat().includes('array')

/** The value of a parameter that is written in its style. Texts are given as they would stand in the query. */
const queryValue = ({ parameters }: Operation, name: string, value: ParameterValue): unknown => {
  const parameter = parameters.find((one) => one.in === 'query' && one.name === name)
  if (typeof value === 'string')
    return parameter && isJsonParameter(parameter) ? (parsedJson(value) ?? value) : value
  // A list that the document does not describe as one is sent as one comma-joined value: the specification's form.
  return parameter && isList(parameter) ? value : value.join(',')
}

/**
 * Writes a call, and asks for versions in the way of the service.
 * @param versions one header line each; where a parameter of the query says it, the first of them
 */
export function writeVersioned(
  {
    session: { plan, versionHeader },
    under,
  }: Pick<RequestFacts, 'under'> & {
    readonly session: Pick<RequestFacts['session'], 'plan' | 'versionHeader'>
  },
  call: Call,
  { headers, query, cookies }: AppliedCredentials,
  versions: readonly string[],
): ExchangeRequest {
  const name = plan.service?.versionQuery
  const asked = versionHeader === undefined ? [] : versions.map((one) => [versionHeader, one] as const)
  const named = name === undefined ? [] : versions.slice(0, 1).map((one) => [name, one] as const)
  const operation = { ...call.operation, path: under.operations.relativePath(call.operation) }
  return writeRequest({ ...call, operation }, under.api, {
    apply: () => ({ headers: [...headers, ...asked], query: [...query, ...named], cookies }),
  })
}

/** The request of a call: the document decides path, styles and further required headers. */
export function buildRequest(
  operation: Operation,
  options: CallOptions,
  facts: RequestFacts,
): ExchangeRequest {
  const { body: value, rawBody: raw } = options
  const query = Object.entries(options.query ?? {})
  const call: Call = {
    operation,
    path: valuesByName(operation.path, options.path ?? []),
    query: Object.fromEntries(query.map(([name, one]) => [name, queryValue(operation, name, one)])),
    header: {},
    cookie: {},
    ...((raw ?? value) !== undefined && {
      body: { mediaType: jsonType(operation), value, ...(raw !== undefined && { raw }) },
    }),
  }
  const request = writeVersioned(facts, call, credentialsOf(operation, options, facts), options.version ?? [])
  const further = [...idempotencyHeaders(operation, options, facts), ...requiredHeaders(operation, facts)]
  return { ...request, headers: [...request.headers, ...further, ...(options.headers ?? [])] }
}
