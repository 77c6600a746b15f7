import { isObject } from '../../document/index.js'
import type { Method, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call, CallBody } from '../model/call.js'
import type { Case, Deviation } from '../model/case.js'
import { bareMediaType, bodyKind, filledPath } from '../requests/index.js'
import { type Draft, withBody, withParameter } from './choice.js'
import type { Choosing } from './choosing.js'
import { type OperationFacts } from './facts.js'
import { freshBody } from './fresh.js'
import { callOf, type CaseRemarks, makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { prepared } from './prepared.js'
import { methodsAt } from './routes.js'

interface Probe {
  readonly draft: Draft
  readonly remarks: CaseRemarks
}

const source = 'probe'

const needsCredentials = ({ security }: Operation): boolean =>
  security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0)

function* credentialProbes({ operation }: OperationFacts, draft: Draft): Iterable<Probe> {
  if (!needsCredentials(operation)) return
  const deviation = {
    in: 'header',
    at: '',
    keyword: 'security',
    pointer: `${operation.pointer}/security`,
  } as const
  for (const credentials of ['none', 'wrong'] as const) {
    const says = credentials === 'none' ? 'no credentials are sent' : 'the credentials are wrong'
    yield {
      draft,
      remarks: {
        aim: says,
        source,
        expectation: 'invalid',
        deviation: { ...deviation, says },
        call: { credentials },
      },
    }
  }
}

/** Methods that are tried where the document does not have them, but for those that may destroy something. */
const tried: readonly Method[] = ['get', 'post', 'put', 'patch', 'trace']

function* methodProbes(api: Api, facts: OperationFacts, draft: Draft): Iterable<Probe> {
  const { operation } = facts
  const bare = withBody({ ...draft, query: {} }, undefined)
  const known = methodsAt(api, operation, filledPath(callOf(facts, bare), api))
  // Asked once for a path: by the first of its operations.
  const first = Object.values(api.surface.operations).find(({ path }) => path === operation.path)
  if (first?.method !== operation.method) return
  for (const method of tried) {
    if (known.has(method)) continue
    const isWriting = method !== 'get' && method !== 'trace'
    const says = `the document has no ${method.toUpperCase()} for the path`
    const body: CallBody = { mediaType: 'application/json', value: {} }
    yield {
      draft: bare,
      remarks: { aim: says, source, expectation: 'open', call: { method, ...(isWriting && { body }) } },
    }
  }
}

/** A media type that a document does not have for a body; undefined where it has all. */
const otherType = ({ bodies }: OperationFacts): string | undefined => {
  const declared = bodies.map(({ mediaType }) => bareMediaType(mediaType))
  return ['text/plain', 'application/x-rampart'].find((type) =>
    declared.every((own) => own !== type && own !== '*/*' && own !== `${type.split('/')[0]}/*`),
  )
}

const bodyRemarks = (body: CallBody, deviation: Deviation): CaseRemarks => ({
  aim: deviation.says,
  source,
  expectation: 'invalid',
  deviation,
  call: { body },
})

function* bodyProbes(facts: OperationFacts, choosing: Choosing, draft: Draft): Iterable<Probe> {
  const { operation, bodies, isBodyRequired } = facts
  const [first] = bodies
  if (!first) return
  const chosen = draft.body ?? choosing.body(first).at(0)
  const mediaType = chosen?.mediaType ?? first.mediaType
  const value = chosen?.value ?? {}
  const pointer = operation.requestBody?.pointer ?? operation.pointer
  const at = { in: 'body', at: '', pointer } as const
  const filled = chosen === undefined ? draft : withBody(draft, chosen)
  const probe = (body: CallBody, deviation: Deviation): Probe => ({
    draft: filled,
    remarks: bodyRemarks(body, deviation),
  })
  const isJson = bodyKind(mediaType) === 'json' && !/yaml/i.test(mediaType)
  if (isJson) {
    const broken = { ...at, keyword: 'syntax', says: 'the body is broken JSON' }
    yield probe({ mediaType, value, raw: '{"a":' }, broken)
    if (isBodyRequired) {
      const empty = { ...at, keyword: 'syntax', says: 'the body is empty, which is no JSON' }
      yield probe({ mediaType, value, raw: '' }, empty)
    }
    const trailing = { ...at, keyword: 'syntax', says: 'something stands after the JSON of the body' }
    yield probe({ mediaType, value, raw: `${JSON.stringify(value)}}` }, { ...trailing, isCoercible: true })
  }
  const other = otherType(facts)
  if (other === undefined) return
  const says = `the body is of ${other}, which the operation does not have`
  // Many services read JSON whatever it is said to be.
  yield probe(
    { mediaType, value, contentType: other },
    { ...at, keyword: 'mediaType', says, isCoercible: true },
  )
}

/** A scalar query parameter that stands twice: which of the two counts is for the service to say. */
function* repeatedProbes({ parameters }: OperationFacts, choosing: Choosing, draft: Draft): Iterable<Probe> {
  for (const one of parameters) {
    const { parameter } = one
    const choice = choosing.likely(one)
    const isScalar = choice !== undefined && (typeof choice.value !== 'object' || choice.value === null)
    if (parameter.in !== 'query' || !isScalar || one.isOpaque || !parameter.explode) continue
    yield {
      draft: withParameter(draft, parameter, { value: [choice.value, choice.value] }),
      remarks: { aim: `the parameter "${parameter.name}" stands twice`, source, expectation: 'open' },
    }
    return
  }
}

/**
 * Cases that ask what no schema says: without and with wrong credentials, with methods that the path does not have,
 * with a body in a media type that is not declared, and with one that is no JSON. Methods that delete are not tried.
 */
export async function* probeCases(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): AsyncIterable<Case> {
  const start = await prepared(api, operation, pool, base)
  if (!start) return
  const { facts, choosing, draft } = start
  const probes = [
    credentialProbes(facts, draft),
    bodyProbes(facts, choosing, draft),
    methodProbes(api, facts, draft),
    repeatedProbes(facts, choosing, draft),
  ]
  for (const all of probes)
    for (const { draft: planned, remarks } of all) {
      const isFresh = isObject(planned.body?.value) && remarks.call?.body === undefined
      const made = makeCase(api, facts, isFresh ? freshBody(api, facts, planned) : planned, remarks)
      if (made) yield made
    }
}
