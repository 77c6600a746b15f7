import { scenarios } from '../scenarios/index.js'
import type { Rule } from '../catalogue/index.js'
import { foldFindings, foldNotes } from '../model/finding.js'
import type { RuleResult, State } from '../model/report.js'
import { noWrites, ScenarioContext } from './context.js'
import { Memory } from './memory.js'
import { Inconclusive, isEnding, NotApplicable, Skip } from './outcome.js'
import type { Session } from './session.js'

type Ending = Pick<RuleResult, 'state' | 'reason' | 'requests' | 'findings' | 'notes'>

const blank = { requests: 0, findings: [] }

/** Why a rule cannot be judged with what the user gave, or undefined when it can. */
export function missingNeed(
  { needs }: Rule,
  { plan, apiKey, secondKey }: Pick<Session, 'plan' | 'apiKey' | 'secondKey'>,
): string | undefined {
  if (needs.includes('writes') && !plan.allowWrites) return noWrites
  if (needs.includes('customer') && !plan.allowWrites && plan.subjects.customerId === undefined) {
    return 'it needs a customer; name one with --customer-id, or pass --allow-writes to have one created'
  }
  if (needs.includes('api-key') && apiKey === '')
    return `it needs an API key; put one into the environment variable ${plan.apiKeyEnv}`
  if (needs.includes('second-key') && secondKey === '')
    return 'it needs the key of another partner; name its environment variable with --second-key-env'
  if (needs.includes('receiver') && plan.webhooks === undefined)
    return 'it needs a receiver of webhooks; open one with --webhook-port, and register the URL that leads to it (--webhook-url) for all events'
  return needs.includes('sub-partner') && plan.subjects.subPartnerId === undefined
    ? 'it needs a sub-partner; name one with --sub-partner-id'
    : undefined
}

const endingOf = (error: unknown, requests: number): Ending => {
  if (error instanceof Skip) return { ...blank, state: 'skipped', reason: error.message, requests }
  if (error instanceof NotApplicable)
    return { ...blank, state: 'not-applicable', reason: error.message, requests }
  if (error instanceof Inconclusive) {
    const said = error.name === 'NoAnswer' ? `the service did not answer: ${error.message}` : error.message
    return { ...blank, state: 'skipped', reason: said, requests }
  }
  throw error
}

const notesOf = ({ notes }: ScenarioContext): Pick<Ending, 'notes'> =>
  notes.length === 0 ? {} : { notes: foldNotes(notes) }

const attempt = async (rule: Rule, session: Session, version: string, memory: Memory): Promise<Ending> => {
  const under = session.versions.get(version) ?? session.newest
  const context = new ScenarioContext(session, version, under, memory)
  const steps = scenarios[rule.id]
  if (!steps) throw new RangeError(`no scenario judges ${rule.id}`)
  try {
    await steps(context)
  } catch (error) {
    if (context.violations.length === 0) return { ...endingOf(error, context.requests), ...notesOf(context) }
    if (!isEnding(error)) throw error
  }
  const findings = foldFindings(context.violations)
  const state: State = findings.length === 0 ? 'passed' : 'failed'
  return { state, requests: context.requests, findings, ...notesOf(context) }
}

/** Looks at what the specification leaves open, where there are steps for it. It can note and never fail. */
const watch = async (
  rule: Rule & { readonly kind: 'open' },
  session: Session,
  version: string,
): Promise<Ending> => {
  const open: Ending = { ...blank, state: 'not-promised', reason: rule.reason }
  if (!scenarios[rule.id] || missingNeed(rule, session) !== undefined) return open
  const { requests, notes } = await attempt(rule, session, version, session.memory)
  return { ...open, requests, ...(notes && { notes }) }
}

const judge = async (rule: Rule, session: Session, version: string): Promise<Ending> => {
  if (rule.kind === 'open') return watch(rule, session, version)
  const missing = missingNeed(rule, session)
  if (missing !== undefined) return { ...blank, state: 'skipped', reason: missing }
  const first = await attempt(rule, session, version, session.memory)
  if (first.state !== 'failed') return first
  // A service that breaks a promise once and keeps it the next time, with nothing shared, is flaky: that is said.
  const second = await attempt(rule, session, version, new Memory())
  const requests = first.requests + second.requests
  return second.state === 'passed' ? { ...first, state: 'flaky', requests } : { ...first, requests }
}

/**
 * Judges one rule of kind `scenario` or `open` for one version.
 * A scenario's own mistake (anything but its three endings) is thrown: it is a bug of rampart, not a finding.
 */
export async function runRule(rule: Rule, session: Session, version: string): Promise<RuleResult> {
  const { id, section, statement, severity } = rule
  return { id, section, statement, version, severity, ...(await judge(rule, session, version)) }
}
