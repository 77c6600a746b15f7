import { smallestValue, type ValueSource } from '../../document/values/index.js'
import type { Parameter, RequestBody, Operation } from '../../runtime/surface.js'
import { parsedJson, type ExchangeRequest } from '../exchange/exchange.js'
import type { Call } from '../model/case.js'
import type { Plan } from '../model/plan.js'
import { type CredentialsFor, withVersions, type VersionUnderTest } from '../session/version-under-test.js'
import { type AppliedCredentials, writeRequest } from '../requests/write-request.js'
import { jsonTypeOf } from '../requests/media-types.js'
import { isJsonParameter } from '../requests/parameters.js'
import { valuesByName } from '../resources/paths.js'

/** The schemas of a document, and the caller's hints for the values. */
export type SampleSource = Pick<
  ValueSource,
  'schemas' | 'hint' | 'includes' | 'path' | 'preferredTags' | 'branch'
>

/** The smallest value of a body, if possible like the example in the document; `{}` if none is found. */
export function sampledBody(body: RequestBody | undefined, source: SampleSource): unknown {
  const content = body?.content ?? {}
  const types = Object.keys(content)
  const { schema, pointer = '#', examples = {} } = content[jsonTypeOf(types) ?? types[0] ?? ''] ?? {}
  const value = smallestValue(schema, {
    ...source,
    pointer: `${pointer}/schema`,
    direction: 'request',
    examples: Object.values(examples).slice(0, 1),
  })
  return value ?? {}
}

/** A value of a parameter, as text. */
export function sampledParameter(
  { name, schema, content, example, pointer }: Parameter,
  { schemas }: Pick<SampleSource, 'schemas'>,
): string {
  const [media = { schema, pointer }] = Object.values(content ?? {})
  const source = { schemas, name, pointer: `${media.pointer}/schema`, direction: 'request' } as const
  const value = example ?? smallestValue(media.schema, source) ?? 'Sample'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A parameter's value before serialization: text, or a list for array parameters. */
export type ParameterValue = string | readonly string[]

export interface CallOptions {
  /** Values for the parameters in the path, from left to right. */
  readonly path?: readonly string[]
  readonly query?: Readonly<Record<string, ParameterValue>>
  readonly body?: unknown
  /** Sent verbatim in place of a body, so it need not be JSON. */
  readonly rawBody?: string
  /** Appended to the other headers. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Values of X-API-Version, one header line each; by default the version under test. */
  readonly version?: readonly string[]
  /** `none` sends no key; any other value replaces the user's key. */
  readonly key?: string
  /** `own` when it is absent. */
  readonly credentials?: Call['credentials']
  readonly idempotencyKey?: string | null
  /** Another request with the same key is in flight, so this one may get the stored response. */
  readonly mayBeReplay?: boolean
  /** Sends the query unchanged, even if required parameters are missing. */
  readonly exactQuery?: boolean
  /** The call cannot change anything, although its method could. */
  readonly changesNothing?: boolean
  /** The call is invented, so it may be refused for unknown reasons. */
  readonly isGuess?: boolean
  /** True if the thing is expected to be missing, so the read is not repeated. */
  readonly mayBeMissing?: boolean
  /** The document does not declare the call, so its response may not come from the API and observers ignore it. */
  readonly isStray?: boolean
}

interface RequestFacts {
  readonly session: {
    readonly plan: Pick<Plan, 'service'>
    readonly credentials: CredentialsFor
    readonly besideKey: CredentialsFor
    uuid(): string
  }
  readonly under: VersionUnderTest
}

/** Headers that a call sets itself or omits on purpose. */
const ownHeaders = new Set(
  (
    'accept accept-encoding authorization content-type idempotency-key user-agent x-api-key x-api-version ' +
    'x-sub-partner-id'
  ).split(' '),
)

const jsonType = (operation: Operation): string =>
  jsonTypeOf(Object.keys(operation.requestBody?.content ?? {})) ?? 'application/json'

const credentialsOf = (
  operation: Operation,
  { key, credentials = 'own' }: CallOptions,
  { session, under }: RequestFacts,
): AppliedCredentials => {
  if (key === undefined) return session.credentials(operation, credentials, under.version)
  const { headers, ...others } = session.besideKey(operation, 'own', under.version)
  const isNone = key === 'none' || key === ''
  return { ...others, headers: isNone ? headers : [['x-api-key', key], ...headers] }
}

const idempotencyHeaders = (
  { method }: Operation,
  { idempotencyKey }: CallOptions,
  { session }: RequestFacts,
): [string, string][] => {
  const sent = idempotencyKey === undefined && method === 'post' ? session.uuid() : idempotencyKey
  return typeof sent === 'string' ? [['idempotency-key', sent]] : []
}

const requiredHeaders = (
  { parameters }: Operation,
  { headers = [] }: CallOptions,
  facts: RequestFacts,
): [string, string][] => {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  return parameters
    .filter(({ in: location, required }) => location === 'header' && required)
    .filter(({ name }) => !ownHeaders.has(name.toLowerCase()) && !given.has(name.toLowerCase()))
    .map((parameter) => [parameter.name, sampledParameter(parameter, facts.under.surface)])
}

/** True where a parameter's schema declares a list, or no type. */
const isList = ({ schema }: Parameter): boolean =>
  typeof schema !== 'object' || schema.type === undefined || [schema.type].flat().includes('array')

/** The query parameter of a name, if the document has it. */
export function queryParameter({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'query' && one.name === name)
}

/** The value of a parameter before serialization. Texts are in the form of a query. */
const queryValue = (operation: Operation, name: string, value: ParameterValue): unknown => {
  const parameter = queryParameter(operation, name)
  if (typeof value === 'string')
    return parameter && isJsonParameter(parameter) ? (parsedJson(value) ?? value) : value
  // An undeclared list becomes one comma-joined value, as in the specification.
  return parameter && isList(parameter) ? value : value.join(',')
}

/** Serializes a call and requests versions in the service's way. */
export function writeVersioned(
  { session, under }: Pick<RequestFacts, 'session' | 'under'>,
  call: Call,
  credentials: AppliedCredentials,
  versions: readonly string[],
): ExchangeRequest {
  const { carrier } = session.plan.service
  const applied = carrier ? withVersions(credentials, carrier, versions) : credentials
  return writeRequest(call, under.api, { apply: () => applied })
}

/** The request of a call; the document decides path, styles and further required headers. */
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
  const further = [
    ...idempotencyHeaders(operation, options, facts),
    ...requiredHeaders(operation, options, facts),
  ]
  return { ...request, headers: [...request.headers, ...further, ...(options.headers ?? [])] }
}
