import { keyOfValue } from '../../document/values/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { Case, CaseSource, Expectation } from '../model/case.js'
import type { GivenValues } from '../model/explorer.js'
import { covering } from './covering.js'
import { factsOf } from './facts.js'
import { giveWay } from './give-way.js'
import { isRight, isValid } from './inputs.js'
import { callOf, makeCase, type Planned, withFreshBody } from './make-case.js'
import { probes } from './probe.js'
import { randomly } from './random.js'
import { type Start, startOf, type ValuePool } from './start.js'
import { telling } from './telling.js'
import { usual } from './valid.js'
import { wrong } from './wrong.js'

/** How cases of one kind are planned. */
interface Plan {
  readonly source: CaseSource
  /** What the document states of a case unless that says something else. */
  readonly promise: Expectation
  readonly each: (start: Start, options: PlanOptions) => Iterable<Planned>
}

/** What plans go by, besides the document. */
export interface PlanOptions {
  /** A call that the service carried out, from which each case differs in one matter. */
  readonly base?: Call | undefined
  /** Values that a case is to have. */
  readonly given?: GivenValues
  /** Gives numbers from 0 up to 1. */
  readonly random?: () => number
}

/** The kinds of cases that are planned. */
const plans = {
  covering: { source: 'coverage', promise: 'valid', each: covering },
  invalid: { source: 'coverage', promise: 'invalid', each: wrong },
  telling: { source: 'coverage', promise: 'open', each: telling },
  probe: { source: 'probe', promise: 'invalid', each: probes },
  random: {
    source: 'random',
    promise: 'valid',
    each: (start, { random = () => 0 }) => randomly(start, random),
  },
  valid: { source: 'state', promise: 'valid', each: (start, { given = {} }) => usual(start, given) },
} as const satisfies Readonly<Record<string, Plan>>

/** A kind of cases. */
export type CaseKind = keyof typeof plans

const keyOf = ({ facts }: Start, { draft, call }: Planned): string | undefined => {
  const { operation: _, ...sent } = { ...callOf(facts, draft), ...call }
  return keyOfValue(sent)
}

/**
 * The cases of one kind of an operation, each once: finite, and made when they are asked for. None where no request can
 * be made.
 * @yields each, after a bounded piece of work
 */
export async function* plannedCases(
  kind: CaseKind,
  api: Api,
  operation: Operation,
  pool: ValuePool,
  options: PlanOptions = {},
): AsyncGenerator<Case, undefined, undefined> {
  await giveWay()
  const start = await startOf(api, operation, pool, options.base)
  if ('obstacle' in start) return
  const { facts } = start
  const plan: Plan = plans[kind]
  const seen = new Set<string>()
  for (const planned of plan.each(start, options)) {
    await giveWay()
    const key = keyOf(start, planned)
    if (key === undefined || seen.has(key)) continue
    seen.add(key)
    const draft = planned.isAsMade === true ? planned.draft : withFreshBody(api, facts, planned.draft)
    const made = makeCase(api, facts, { source: plan.source, promise: plan.promise, ...planned, draft })
    if (made) yield made
  }
}

/** The first case of a kind; undefined where no request can be made. */
export async function firstCase(...which: Parameters<typeof plannedCases>): Promise<Case | undefined> {
  const { value } = await plannedCases(...which).next()
  return value
}

/** Why no valid request of an operation can be made; undefined where one can. */
export async function obstacleOf(
  api: Api,
  operation: Operation,
  pool: ValuePool,
): Promise<string | undefined> {
  const start = await startOf(api, operation, pool)
  if ('obstacle' in start) return start.obstacle
  return makeCase(api, start.facts, { draft: start.draft, aim: '' }) === undefined
    ? 'no path that can be sent is that of the operation'
    : undefined
}

/** Whether all values of a call satisfy the document. */
export async function satisfies(api: Api, { operation, body, ...call }: Call): Promise<boolean> {
  const { parameters, bodies, isBodyRequired } = await factsOf(api, operation)
  const areRight = parameters.every((input) => {
    const { name, in: location, required } = input.parameter
    const value = Object.hasOwn(call[location], name) ? call[location][name] : undefined
    return value === undefined ? !required : isRight(input, value)
  })
  const declared = bodies.find(({ mediaType }) => mediaType === body?.mediaType)
  const isRightBody = body ? declared !== undefined && isValid(declared, body.value) : !isBodyRequired
  return areRight && isRightBody
}
