import { isObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Case } from '../model/case.js'
import type { GivenValues } from '../model/explorer.js'
import { smallestValue } from '../../document/values/index.js'
import { type BodyChoice, type Draft, withBody, withParameter } from './choice.js'
import { Choosing, isRightParameter, isValidBody } from './choosing.js'
import { factsOf } from './facts.js'
import { freshBody } from './fresh.js'
import { makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { bodySource } from './sources.js'
import { startOf } from './start.js'

/** Bodies that may do, best first. */
const candidates = function* (choosing: Choosing, isSmallest: boolean): Iterable<BodyChoice> {
  const { api, facts, pool } = choosing
  for (const body of facts.bodies) {
    if (isSmallest) {
      const source = bodySource(api, pool, { ...body, examples: [] })
      const value = smallestValue(body.schema, source)
      if (value !== undefined && isValidBody(body, value)) yield { value, mediaType: body.mediaType }
    }
    const [first, second, third] = [0, 1, 2].map((index) => choosing.body(body).at(index))
    // Without an example the first is the smallest; the one with everything comes after it.
    const ordered = body.examples.length > 0 || isSmallest ? [first, second, third] : [second, first, third]
    yield* ordered.filter((choice) => choice !== undefined)
  }
}

const withGiven = (body: BodyChoice, given: GivenValues['body']): BodyChoice =>
  given === undefined || !isObject(body.value)
    ? body
    : {
        mediaType: body.mediaType,
        value: Object.fromEntries([...Object.entries(body.value), ...Object.entries(given)]),
      }

/** The draft with a body that satisfies its schema; of several the first. */
const withValidBody = (choosing: Choosing, draft: Draft, given: GivenValues): [Draft, isValid: boolean] => {
  const { facts, api } = choosing
  let first: Draft | undefined
  for (const candidate of candidates(choosing, given.smallest === true)) {
    const own = freshBody(api, facts, withBody(draft, candidate)).body ?? candidate
    const body = withGiven(own, given.body)
    const declared = facts.bodies.find(({ mediaType }) => mediaType === body.mediaType)
    const filled = withBody(draft, body)
    if (declared && isValidBody(declared, body.value)) return [filled, true]
    first ??= filled
  }
  return first ? [first, false] : [draft, !facts.isBodyRequired]
}

const withGivenParameters = (choosing: Choosing, draft: Draft, given: GivenValues): [Draft, boolean] => {
  let [filled, isRight] = [draft, true]
  for (const location of ['path', 'query'] as const) {
    for (const [name, value] of Object.entries(given[location] ?? {})) {
      filled = withParameter(filled, { name, in: location }, { value })
      const declared = choosing.facts.parameters.find(
        ({ parameter }) => parameter.in === location && parameter.name === name,
      )
      isRight &&= declared !== undefined && isRightParameter(declared, value)
    }
  }
  return [filled, isRight]
}

/** Parameters that are not required, and that the document shows how to use. */
const withShown = (choosing: Choosing, draft: Draft): Draft => {
  let filled = draft
  for (const one of choosing.facts.parameters) {
    if (one.parameter.required || one.isOpaque || one.examples.length === 0) continue
    filled = withParameter(filled, one.parameter, choosing.parameter(one).at(0))
  }
  return filled
}

const words = ({ smallest, aim }: GivenValues): string =>
  aim ?? (smallest === true ? 'the smallest valid request' : 'a valid request')

/**
 * One case of an operation with values that are given, and others that the service is likely to take. It is called
 * valid where all of it satisfies the document, and open where what was given does not.
 * @returns undefined where no request can be made
 */
export async function validCase(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  given: GivenValues = {},
): Promise<Case | undefined> {
  const facts = await factsOf(api, operation)
  const choosing = new Choosing(api, facts, pool)
  const start = startOf(choosing)
  if ('obstacle' in start) return undefined
  const shown = given.smallest === true ? start.draft : withShown(choosing, start.draft)
  const [filled, isRight] = withGivenParameters(choosing, shown, given)
  const needsBody = facts.isBodyRequired || given.smallest !== true || given.body !== undefined
  const [draft, isValid] = needsBody ? withValidBody(choosing, filled, given) : [filled, true]
  const expectation = isRight && isValid ? 'valid' : 'open'
  return makeCase(api, facts, draft, { aim: words(given), source: 'state', expectation })
}

/** Why no valid request of an operation can be made; undefined where one can. */
export async function obstacleOf(
  api: Api,
  operation: Operation,
  pool: ValuePool,
): Promise<string | undefined> {
  const facts = await factsOf(api, operation)
  const start = startOf(new Choosing(api, facts, pool))
  if ('obstacle' in start) return start.obstacle
  return makeCase(api, facts, start.draft, { aim: '', source: 'state' }) === undefined
    ? 'no path that can be sent is that of the operation'
    : undefined
}
