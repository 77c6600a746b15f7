import { escapeKey, once } from '../../document/index.js'
import { deviatingValues, inTurn } from '../../document/values/index.js'
import {
  type Input,
  isCoercible,
  isOfNoForm,
  isOfNoMember,
  isValid,
  isWrong,
  takesText,
  withBody,
  withParameter,
  withValue,
} from './inputs.js'
import { type Planned, isFirstOfPath, methodsAt } from './make-case.js'
import { bodyIn, type OperationFacts, type Start } from './start.js'
import {
  type Api,
  type CallBody,
  type Deviation,
  type Expectation,
  requiresCredentials,
} from '../model/case.js'
import type { Method, Operation, SecurityRequirement } from '../../runtime/surface.js'
import { mediaTypeOf } from '../exchange/reading.js'
import { bodyKind } from '../requests/media-types.js'
import { filledPath } from '../requests/write-request.js'
import { isPlain } from '../resources/names.js'

const mostBodies = 2

/** The first operations of a kind, for which a case comes early, because a few tell of all. */
const firstFew = (most: number, isMeant: (operation: Operation) => boolean) =>
  once(({ operations }: Api): ReadonlySet<Operation> => new Set(operations.filter(isMeant).slice(0, most)))

/** One parser reads the bodies of nearly all operations. */
const parsed = firstFew(8, ({ requestBody }) =>
  Object.keys(requestBody?.content ?? {}).some((type) => bodyKind(type) === 'json'),
)

/** One function judges the credentials of nearly all; more wrong ones could lock the account of the run. */
const judged = firstFew(2, (one) => one.method === 'get' && requiresCredentials(one))

/** Whether services may read a missing or empty body as `{}`, because `{}` is valid. */
const asEmpty = ({ bodies }: OperationFacts): { readonly isCoercible?: true } =>
  bodies.some((input) => input.validator && isValid(input, {})) ? { isCoercible: true } : {}

// Required values left out.
const missing = function* ({ facts, call }: Start): Iterable<Planned> {
  const { operation, parameters, isBodyRequired } = facts
  if (isBodyRequired) {
    const pointer = operation.requestBody?.pointer ?? operation.pointer
    const says = 'the body is missing'
    const deviation = { in: 'body', at: '', keyword: 'required', pointer, says, ...asEmpty(facts) } as const
    yield { call: withBody(call, undefined), deviation }
  }
  for (const { parameter, schema, isOpaque } of parameters) {
    // A value with a default may be left out, even if the document requires it.
    const hasDefault = typeof schema === 'object' && schema.default !== undefined
    if (isOpaque || !parameter.required || parameter.in === 'path' || hasDefault) continue
    const { name, in: location, pointer } = parameter
    const says = `the ${location} parameter "${name}" is missing`
    const deviation = { in: location, at: `/${escapeKey(name)}`, keyword: 'required', pointer, says }
    yield { call: withParameter(call, parameter, undefined), deviation }
  }
}

// Values of an input that break its schema in every reading.
const wrongValues = function* (start: Start, input: Input): Iterable<Planned> {
  if (input.validator === undefined) return
  const [location, name] =
    'parameter' in input
      ? [input.parameter.in, `/${escapeKey(input.parameter.name)}`]
      : (['body', ''] as const)
  const source = start.source(input, bodyIn(start.call, input))
  for (const one of deviatingValues(input.schema, source)) {
    if (!isWrong(input, one)) continue
    const { keyword, pointer, says } = one
    const mark = isCoercible(input, one) && { isCoercible: true as const }
    const { schemas } = start.api.surface
    const isOpen = isOfNoMember(input, one, schemas) || isOfNoForm(input, one, schemas)
    const promise = isOpen && { promise: 'open' as const }
    yield {
      ...promise,
      call: withValue(start.call, input, one.value),
      deviation: { in: location, at: `${name}${one.at}`, keyword, pointer, says, ...mark },
      isAsMade: location === 'body',
    }
  }
}

/** @yields cases that each lack a required value, or have a value that is invalid however the service reads its text */
export function* wrong(start: Start): Iterable<Planned> {
  const { parameters, bodies } = start.facts
  const inputs = [...bodies.slice(0, mostBodies), ...parameters.filter(({ isOpaque }) => !isOpaque)]
  yield* inTurn([missing(start), ...inputs.map((input) => wrongValues(start, input))])
}

/** The schemes that cannot be left out of a requirement: the others of it satisfy no requirement by themselves. */
const neededBeside = (security: readonly SecurityRequirement[]): ReadonlySet<string> => {
  const isEnough = (names: readonly string[]): boolean =>
    security.some((one) => Object.keys(one).every((name) => names.includes(name)))
  const all = security.map((one) => Object.keys(one)).filter((names) => names.length > 1)
  const needed = all.flatMap((names) =>
    names.filter((name) => !isEnough(names.filter((one) => one !== name))),
  )
  return new Set(needed)
}

const credentials = function* ({ api, facts: { operation }, call }: Start): Iterable<Planned> {
  const { security, pointer: below, method } = operation
  // Browsers send preflights without credentials.
  if (method === 'options' || !requiresCredentials(operation)) return
  const at = { in: 'header', at: '', keyword: 'security', pointer: `${below}/security` } as const
  const kinds = [
    { call: { ...call, credentials: 'none' }, deviation: { ...at, says: 'no credentials are sent' } },
    { call: { ...call, credentials: 'wrong' }, deviation: { ...at, says: 'the credentials are wrong' } },
  ] as const
  yield* judged(api).has(operation) ? kinds.toReversed() : kinds
  for (const name of neededBeside(security))
    yield {
      call: { ...call, credentials: `without ${name}` },
      deviation: { ...at, says: `${name} is not sent` },
    }
  // Servers may refuse such a request themselves, in any form.
  const says = 'the credentials have a non-ASCII letter'
  yield { call: { ...call, credentials: 'odd' }, deviation: { ...at, says }, promise: 'open' }
}

/** Undeclared methods that are probed; DELETE is left out because it may destroy something. */
const tried: readonly Method[] = ['get', 'post', 'put', 'patch', 'trace']

const methods = function* ({ api, facts: { operation }, call: start }: Start): Iterable<Planned> {
  // Once for each path.
  if (!isFirstOfPath(api, operation)) return
  const call = withBody({ ...start, query: {} }, undefined)
  const known = methodsAt(api, operation, filledPath(call, api))
  for (const method of tried) {
    if (known.has(method)) continue
    const isWriting = method !== 'get' && method !== 'trace'
    const body: CallBody = { mediaType: 'application/json', value: {} }
    yield { call: { ...call, method, ...(isWriting && { body }) }, promise: 'open' }
  }
}

/** A media type that the document does not declare for the body; undefined where it declares all. */
const otherType = ({ bodies }: OperationFacts): string | undefined => {
  const declared = bodies.map(({ mediaType }) => mediaTypeOf(mediaType))
  return ['text/plain', 'application/x-rampart'].find((type) =>
    declared.every((own) => own !== type && own !== '*/*' && own !== `${type.split('/')[0]}/*`),
  )
}

interface WrongBody extends Pick<Deviation, 'keyword' | 'says' | 'isCoercible'> {
  readonly body: Partial<CallBody>
  readonly promise?: Expectation
}

const brokenJson = '{"a":'

const takesBroken = ({ bodies }: OperationFacts, mediaType: string): boolean =>
  bodies.some((input) => input.mediaType === mediaType && takesText(input, brokenJson))

const wrongBodies = function* (facts: OperationFacts, type: string, value: unknown): Iterable<WrongBody> {
  const keyword = 'syntax'
  if (bodyKind(type) === 'json' && !/yaml/i.test(type) && !takesBroken(facts, type)) {
    yield { keyword, says: 'the body is broken JSON', body: { raw: brokenJson } }
    if (facts.isBodyRequired)
      yield { keyword, says: 'the body is empty, which is not JSON', body: { raw: '' }, ...asEmpty(facts) }
    const says = 'the JSON of the body is followed by another character'
    yield { keyword, says, body: { raw: `${JSON.stringify(value)}}` }, isCoercible: true }
    // A service may read it with replacements, but must not fail.
    const isNoText = 'the body has a byte that is not UTF-8'
    yield { keyword, says: isNoText, body: { raw: '{"a":"\udcff"}' }, promise: 'open' }
  }
  const contentType = otherType(facts)
  if (contentType === undefined) return
  const says = `the body is of ${contentType}, which the operation does not accept`
  // Many services parse JSON whatever the media type.
  yield { keyword: 'mediaType', says, body: { contentType }, isCoercible: true }
}

const bodies = function* (start: Start): Iterable<Planned> {
  const { facts } = start
  const { operation } = facts
  const [first] = facts.bodies
  if (!first) return
  const right = start.call.body ?? { mediaType: first.mediaType, value: start.at(first, 0) ?? {} }
  const pointer = operation.requestBody?.pointer ?? operation.pointer
  for (const { body, promise, ...deviation } of wrongBodies(facts, right.mediaType, right.value))
    yield {
      ...(promise && { promise }),
      call: withBody(start.call, { ...right, ...body }),
      deviation: { in: 'body', at: '', pointer, ...deviation },
      isAsMade: true,
    }
}

// A scalar query parameter sent twice; the service decides which of the two counts.
const repeated = function* (start: Start): Iterable<Planned> {
  for (const input of start.facts.parameters) {
    const { parameter, isOpaque } = input
    const value = parameter.in === 'query' && parameter.explode ? start.likely(input) : undefined
    if (isOpaque || !isPlain(value)) continue
    yield { call: withValue(start.call, input, [value, value]), promise: 'open' }
    return
  }
}

// Some servers read the parts of a form before they look for the operation, and fail where nothing divides them.
const undivided = function* ({ facts: { operation }, call }: Start): Iterable<Planned> {
  if (operation.method === 'head' || operation.method === 'options') return
  const mediaType = 'multipart/form-data'
  const says = 'the body is a multipart form without a boundary'
  yield {
    call: withBody(call, { mediaType, value: {}, raw: '', contentType: mediaType }),
    deviation: { in: 'header', at: '/content-type', keyword: 'boundary', pointer: operation.pointer, says },
    promise: 'open',
    isAsMade: true,
  }
}

/** @yields cases beyond the schemas: credentials, undeclared methods but DELETE, media types, broken bodies */
export function* probes(start: Start): Iterable<Planned> {
  const first = [credentials(start), bodies(start)]
  if (parsed(start.api).has(start.facts.operation)) yield* inTurn(first.toReversed())
  else for (const all of first) yield* all
  for (const all of [methods, repeated, undivided]) yield* all(start)
}
