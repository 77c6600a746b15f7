import { isObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'
import { canWrite, canWriteBody } from '../requests/index.js'
import { inTurn } from '../../document/values/index.js'
import { tellingValues } from '../../document/values/index.js'
import { type Draft, withBody, withMember, withParameter } from './choice.js'
import { type Choosing, isRightParameter, isValidBody } from './choosing.js'
import { type OperationFacts, type ParameterFacts } from './facts.js'
import { freshBody } from './fresh.js'
import { makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { prepared } from './prepared.js'
import { bodySource, parameterSource } from './sources.js'

interface Telling {
  readonly draft: Draft
  readonly aim: string
  readonly isValid: boolean
}

function* ofParameter(choosing: Choosing, start: Draft, facts: ParameterFacts): Iterable<Telling> {
  const { api, pool } = choosing
  const { parameter, schema } = facts
  for (const { member, value, aim } of tellingValues(schema, parameterSource(api, pool, facts))) {
    if (member !== undefined || !canWrite(parameter, value)) continue
    const draft = withParameter(start, parameter, { value })
    yield { draft, aim: `"${parameter.name}": ${aim}`, isValid: isRightParameter(facts, value) }
  }
}

function* ofBody(choosing: Choosing, start: Draft): Iterable<Telling> {
  const { api, pool, facts } = choosing
  const [body] = facts.bodies
  if (body?.kind !== 'json') return
  const { mediaType, schema } = body
  const likely = start.body?.mediaType === mediaType ? start.body : choosing.body(body).at(0)
  for (const { member, value: own, aim } of tellingValues(schema, bodySource(api, pool, body))) {
    const base = likely && freshBody(api, facts, withBody(start, likely)).body?.value
    if (member !== undefined && !isObject(base)) continue
    const value = member !== undefined && isObject(base) ? withMember(base, member, own) : own
    if (value === undefined || !canWriteBody(mediaType, value)) continue
    const draft = withBody(start, { value, mediaType })
    yield { draft, aim: `the body: ${aim}`, isValid: isValidBody(body, value) }
  }
}

function* withoutBody(start: Draft, { isBodyRequired }: OperationFacts): Iterable<Telling> {
  if (start.body) yield { draft: withBody(start, undefined), aim: 'no body', isValid: !isBodyRequired }
}

/**
 * Cases of an operation with the values that services most often fail at, one at a time: right ones, and others of
 * which nothing is claimed but that no request makes a service fail. Finite; made when they are asked for.
 * @param base a call that the service carried out, from which each differs in one value
 */
export async function* tellingCases(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): AsyncIterable<Case> {
  const start = await prepared(api, operation, pool, base)
  if (!start) return
  const { facts, choosing } = start
  const varied = facts.parameters.filter(({ isOpaque }) => !isOpaque)
  const all = [
    ofBody(choosing, start.draft),
    withoutBody(start.draft, facts),
    ...varied.map((one) => ofParameter(choosing, start.draft, one)),
  ]
  for (const { draft, aim, isValid } of inTurn(all)) {
    const made = makeCase(api, facts, draft, {
      aim,
      source: 'coverage',
      expectation: isValid ? 'valid' : 'open',
    })
    if (made) yield made
  }
}
