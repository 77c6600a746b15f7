import { counted, shortened, wordFor } from '../../../reporting/index.js'
import type { Lack, Report, RuleResult, State } from '../../model/report.js'
import { addRequests } from '../../model/requests.js'
import { groupsOf } from '../../model/groups.js'
import { resultName } from '../../model/result-name.js'
import { nothingJudged, type Verdict, verdictOf } from '../../model/verdict.js'
import { requestLine, seconds } from './findings.js'

/** How a report speaks of what it judged. */
export interface SubjectWords {
  /** Goes before the URL. */
  readonly heading: string
  readonly holds: string
  readonly broken: string
  readonly unknown: string
}

const ofService: SubjectWords = {
  heading: 'Contract of',
  holds: 'The contract holds',
  broken: 'The contract is broken',
  unknown: 'Nothing is known of the contract',
}

const ofReceiver: SubjectWords = {
  heading: 'Receiver at',
  holds: 'The receiver does what it should',
  broken: 'The receiver makes mistakes',
  unknown: 'Nothing is known of the receiver',
}

/** The words for the subject of a report. */
export function wordsOf({ subject }: Pick<Report, 'subject'>): SubjectWords {
  return subject === 'receiver' ? ofReceiver : ofService
}

/** The states in the order of the tables: what was judged first, what is open last. */
export const stateOrder = [
  'passed',
  'failed',
  'flaky',
  'inconclusive',
  'skipped',
  'not-applicable',
  'not-promised',
] as const satisfies readonly State[]

export type Tally = Readonly<Record<State, number>>

/** How many results ended in each state. */
export function tally(results: readonly RuleResult[]): Tally {
  const counts = groupsOf(results, ({ state }) => state)
  const entries = stateOrder.map((state) => [state, counts.get(state)?.length ?? 0])
  return Object.fromEntries(entries) as Tally
}

const longestLine = 200

/** What a run was explored by: `1 document: openapi.yaml (Pets, 57 operations)`. */
export function documentsLine({ versions }: Report): string {
  const documents = versions.flatMap(({ document }) => document ?? [])
  const [first] = documents
  if (!first) return ''
  const { title, operations } = first
  const about = documents.length === 1 ? ` (${title}, ${counted(operations, 'operation')})` : ''
  const names = documents.map((one) => one.name).join(', ')
  return shortened(`${counted(documents.length, 'document')}: ${names}${about}`, longestLine)
}

/** The settings for want of which rules are skipped, by what they lack. */
const needs: Readonly<Record<Lack, string>> = {
  account: 'what the service refuses to this account',
  'api-key': 'an API key',
  creations: 'more creations (--max-creations)',
  customer: 'a customer (--customer-id)',
  provocation: 'a provocation (--provocations)',
  receiver: 'a webhook receiver (--webhook-port)',
  'second-key': "another partner's key (--second-key-env)",
  'sub-partner': 'a sub-partner (--sub-partner-id)',
  time: 'more time (--for)',
  writes: 'leave to write (--allow-writes)',
}

const skippedWords = ({ skipped }: Verdict): string[] =>
  skipped.map(({ lacks, rules }) => `${rules} ${wordFor(rules, 'needs', 'need')} ${needs[lacks]}`)

/** The first rule that could not be judged, and why. */
const firstWords = (report: Report, { incomplete }: Verdict): string => {
  if (!incomplete) return ''
  const { id, version, reason = '', cause } = incomplete.first
  const by = cause ? requestLine(cause) : reason
  return `; the first was ${resultName({ id, version }, report)}: ${by}`
}

const warningWords = ({ results }: Report): string => {
  const warnings = results.filter(
    ({ state, severity }) => state === 'flaky' || (state === 'failed' && severity === 'warning'),
  )
  const count = warnings.reduce((sum, { findings }) => sum + Math.max(1, findings.length), 0)
  return count === 0 ? '' : `, with ${counted(count, 'warning')}`
}

const brokenWords = (report: Report, verdict: Verdict): string => {
  const failed = report.results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const findings = failed.reduce((sum, one) => sum + one.findings.length, 0)
  const unjudged = verdict.incomplete
    ? `, and ${verdict.incomplete.rules} could not be judged${firstWords(report, verdict)}`
    : ''
  const share = `${failed.length} of ${counted(verdict.rules, 'rule')} failed`
  return `${wordsOf(report).broken}: ${share}, ${counted(findings, 'finding')}${warningWords(report)}${unjudged}.`
}

/**
 * The verdict of a report in one sentence: for how many rules the contract holds and what the others need, what broke,
 * or what could not be judged and why.
 */
export function verdictSentence(report: Report): string {
  const words = wordsOf(report)
  const verdict = verdictOf(report)
  const { judged, rules, incomplete } = verdict
  if (verdict.state === 'broken') return brokenWords(report, verdict)
  if (incomplete) {
    const stop = report.interrupted === true ? 'The run was interrupted' : 'The run is incomplete'
    return `${stop}: ${incomplete.rules} of ${counted(rules, 'rule')} could not be judged${firstWords(report, verdict)}.`
  }
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) return `${words.unknown}: ${unjudged}.`
  const share =
    judged === rules && rules !== 1 ? `all ${rules}` : judged === rules ? '1' : `${judged} of ${rules}`
  return `${[`${words.holds} for ${share} ${wordFor(rules, 'rule')}${warningWords(report)}`, ...skippedWords(verdict)].join('; ')}.`
}

/** How many requests a run sent, and how many of them were answered. */
export function requestsSentence({ versions, durationMs }: Report): string {
  const { sent, answered, unanswered } = addRequests(versions.map(({ requests }) => requests))
  return `${counted(sent, 'request')} sent, ${answered} answered, ${unanswered} unanswered, in ${seconds(durationMs)}`
}
