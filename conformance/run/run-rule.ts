import { type Rule, factsOf } from '../model/rule.js'
import {
  noWrites,
  Skip,
  type Ended,
  endingOf,
  ifPossible,
  type Inconclusive,
  NotApplicable,
} from '../model/outcome.js'
import type { Session, Keys } from '../session/session.js'
import type { Plan } from '../model/plan.js'
import { type Rules, schedule, type Step } from './schedule.js'
import { probe } from '../rules/probe.js'
import { ScenarioContext } from '../rules/context.js'
import { evidenceShown } from '../session/observer-runner.js'
import type { StepResult } from '../model/step-result.js'
import { type RequestCount, addRequests, requestCount, type RuleResult } from '../model/report.js'
import type { JudgedRule } from '../rules/registry.js'
import { type Finding, foldFindings, foldNotes } from '../model/finding.js'
import type { Exchange } from '../exchange/exchange.js'
import { Memory } from '../session/memory.js'

/** The reason why a rule cannot be judged with the given options; undefined when it can. */
const missingNeed = (
  { needs }: Rule,
  { plan, apiKey, secondKey }: Pick<Session, 'plan' | 'apiKey' | 'secondKey'>,
): Skip | undefined => {
  const { allowWrites, subjects } = plan
  if (needs.includes('writes') && !allowWrites) return new Skip(noWrites, 'writes')
  if (needs.includes('customer') && !allowWrites && subjects.customerId === undefined) {
    const reason =
      'it needs a customer; name one with --customer-id, or pass --allow-writes to have one created'
    return new Skip(reason, 'customer')
  }
  if (needs.includes('api-key') && apiKey === '' && plan.service.keyHeader !== undefined) {
    const reason = `it needs an API key; put one into the environment variable ${plan.apiKeyEnv}`
    return new Skip(reason, 'api-key')
  }
  if (needs.includes('second-key') && secondKey === '') {
    const reason = 'it needs the key of another partner; name its environment variable with --second-key-env'
    return new Skip(reason, 'second-key')
  }
  if (needs.includes('receiver') && plan.webhooks === undefined) {
    const reason =
      'it needs a receiver of webhooks; open one with --webhook-port, and register the URL that leads to it (--webhook-url) for all events'
    return new Skip(reason, 'receiver')
  }
  if (needs.includes('sub-partner') && subjects.subPartnerId === undefined) {
    return new Skip('it needs a sub-partner; name one with --sub-partner-id', 'sub-partner')
  }
  return undefined
}

/** The ending of a rule for a version, as far as known before the run. */
export interface Foreseen {
  readonly id: string
  readonly version: string
  /** `run`: judged; `sandbox`: if the service has its controls; `skip`: a need is missing; `open`: never. */
  readonly will: 'run' | 'sandbox' | 'skip' | 'open'
  /** The reason why it may not run, with the fix. */
  readonly reason?: string
}

const foreseeStep = ({ rule, version }: Step, plan: Plan, { apiKey, secondKey = '' }: Keys): Foreseen => {
  const step = { id: rule.id, version }
  if (rule.kind === 'open') return { ...step, will: 'open', reason: rule.reason }
  const missing = missingNeed(rule, { plan: { ...plan, allowWrites: true }, apiKey, secondKey })
  if (missing !== undefined) return { ...step, will: 'skip', reason: missing.message }
  const denied = missingNeed(rule, { plan, apiKey, secondKey })
  return denied ? { ...step, will: 'sandbox', reason: denied.message } : { ...step, will: 'run' }
}

/** Foresees the ending of each step of a plan, without requests. */
export function foresee(registry: Rules, plan: Plan, keys: Keys): Foreseen[] {
  return schedule(registry, plan).map((step) => foreseeStep(step, plan, keys))
}

/** Makes one exchange for the observers of a version, in case no other rule runs, and counts its requests. */
const look = async (session: Session, version: string): Promise<RequestCount> => {
  const context = new ScenarioContext(session, version, session.versions.get(version) ?? session.newest)
  await ifPossible(context.once(`look ${version}`, () => probe(context)))
  return context.requests.count
}

/** Runs one step; that of an observer makes an exchange to observe. */
export async function runStep({ rule, version }: Step<JudgedRule>, session: Session): Promise<StepResult> {
  const began = performance.now()
  const result = rule.kind === 'observer' ? null : await runRule(rule, session, version)
  const requests = result?.requests ?? (await look(session, version))
  return { version, requests, result, durationMs: performance.now() - began }
}

type Close = Pick<RuleResult, 'state' | 'reason' | 'lacks' | 'cause'>
type Ending = Close &
  Pick<RuleResult, 'requests' | 'findings' | 'notes'> & { readonly seen?: readonly Exchange[] }

const blank = { requests: requestCount(0), findings: [] }

const inconclusive = ({ message, exchange }: Inconclusive): Close => ({
  state: 'inconclusive',
  reason: message,
  ...(exchange && { cause: exchange }),
})

const skipped = ({ message, lacks }: Skip): Close => ({ state: 'skipped', reason: message, lacks })

/** The outcome without a finding; after a failure of the service it is inconclusive, however it ended. */
const closeOf = (
  rule: Rule,
  early: Ended | undefined,
  { obstacles: [obstacle], evidence }: ScenarioContext,
): Close => {
  if (obstacle) return inconclusive(obstacle)
  if (early instanceof Skip) return skipped(early)
  if (early instanceof NotApplicable) return { state: 'not-applicable', reason: early.message }
  if (early) return inconclusive(early)
  if (evidence > 0 || rule.judges === 'documents') return { state: 'passed' }
  return { state: 'not-applicable', reason: 'there was nothing to judge' }
}

const attempt = async (
  rule: JudgedRule,
  session: Session,
  version: string,
  memory: Memory,
): Promise<Ending> => {
  const under = session.versions.get(version) ?? session.newest
  const context = new ScenarioContext(session, version, under, memory)
  const { run: steps } = rule
  if (!steps) throw new RangeError(`no scenario judges ${rule.id}`)
  const early = await endingOf((async () => steps(context))())
  const findings: Finding[] = foldFindings(context.violations)
  const close: Close = findings.length > 0 ? { state: 'failed' } : closeOf(rule, early, context)
  const notes = foldNotes(context.notes)
  const { requests, seen } = context
  return { ...close, requests: requests.count, findings, seen, ...(notes.length > 0 && { notes }) }
}

/** Runs the scenario of an open statement, if there is one. It can note and never fail. */
const watch = async (
  rule: JudgedRule & { readonly kind: 'open' },
  session: Session,
  version: string,
): Promise<Ending> => {
  const open: Ending = { ...blank, state: 'not-promised', reason: rule.reason }
  if (!rule.run || missingNeed(rule, session) !== undefined) return open
  const { requests, notes, seen = [] } = await attempt(rule, session, version, session.memory)
  return { ...open, requests, seen, ...(notes && { notes }) }
}

const judge = async (rule: JudgedRule, session: Session, version: string): Promise<Ending> => {
  if (rule.kind === 'open') return watch(rule, session, version)
  const missing = missingNeed(rule, session)
  if (missing) return { ...blank, ...skipped(missing) }
  const first = await attempt(rule, session, version, session.memory)
  if (first.state !== 'failed') return first
  // A violation that a second attempt without shared values does not repeat is reported as flaky.
  const second = await attempt(rule, session, version, new Memory())
  const requests = addRequests([first.requests, second.requests])
  return second.state === 'passed' ? { ...first, state: 'flaky', requests } : { ...first, requests }
}

const showsItself: ReadonlySet<RuleResult['state']> = new Set(['passed', 'not-promised'])

/** Judges one rule for one version. @throws any error that is not an ending: a bug of rampart, not a finding. */
const runRule = async (rule: JudgedRule, session: Session, version: string): Promise<RuleResult> => {
  const { seen = [], ...ending } = await judge(rule, session, version)
  const exchanges = seen.flatMap(({ id }) => id ?? [])
  if (showsItself.has(ending.state)) for (const one of seen.slice(-evidenceShown)) session.show(one)
  return { ...factsOf(rule), version, ...ending, ...(exchanges.length > 0 && { exchanges }) }
}
