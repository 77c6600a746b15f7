import { countUp } from '../../../document/index.js'
import { counted, shortened, wordFor } from '../../../reporting/index.js'
import { type Lack, type Report, addRequests } from '../../model/report.js'
import { resultName, nothingJudged, type Verdict, verdictOf } from '../../model/verdict.js'
import { requestLine, seconds, shownFindings } from './findings.js'

const subjects = {
  service: {
    heading: 'Contract of',
    holds: 'The contract holds',
    broken: 'The contract is broken',
    unknown: 'Nothing is known of the contract',
  },
  receiver: {
    heading: 'Receiver at',
    holds: 'The receiver does what it must',
    broken: 'The receiver makes mistakes',
    unknown: 'Nothing is known of the receiver',
  },
} as const

/** The words for the subject of a report; `heading` goes before its URL. */
export function wordsOf({ subject }: Pick<Report, 'subject'>) {
  return subjects[subject ?? 'service']
}

const longestLine = 200

/** The documents of a run: `1 document: openapi.yaml (Pets, 57 operations)`. */
export function documentsLine({ versions }: Report): string {
  const documents = versions.flatMap(({ document }) => document ?? [])
  const [first] = documents
  if (!first) return ''
  const { title, operations } = first
  const about = documents.length === 1 ? ` (${title}, ${counted(operations, 'operation')})` : ''
  const names = documents.map((one) => one.name).join(', ')
  return shortened(`${counted(documents.length, 'document')}: ${names}${about}`, longestLine)
}

const shownCounts = (report: Report): { readonly errors: number; readonly warnings: number } => {
  const shown = shownFindings(report)
  const errors = shown.filter(({ rule }) => rule.state === 'failed').length
  return { errors, warnings: shown.length - errors }
}

/** The settings that skipped rules lack. */
const needs: Readonly<Record<Lack, string>> = {
  account: 'what the service refuses to this account',
  'api-key': 'an API key',
  creations: 'more creations (--max-creations)',
  customer: 'a customer (--customer-id)',
  provocation: 'a provocation (--provocations)',
  receiver: 'a webhook receiver (--webhook-port) that gets all events, and its secret',
  'second-key': "another partner's key (--second-key-env)",
  'sub-partner': 'a sub-partner (--sub-partner-id)',
  time: 'more time (--for)',
  writes: 'permission to write (--allow-writes)',
}

/** A number of results; of rules, if each has one result. */
const resultsText = (count: number, { results, rules }: Verdict): string =>
  counted(count, results === rules.all ? 'rule' : 'result')

const skippedWords = (verdict: Verdict): string[] =>
  verdict.skipped.map(({ lacks, results }, index) => {
    const subject = index === 0 ? resultsText(results, verdict) : String(results)
    return `${subject} ${wordFor(results, 'needs', 'need')} ${needs[lacks]}`
  })

/** The number of results of rules, as a suffix; empty where each rule has one. */
const inResults = (share: string, { results, rules }: Verdict): string =>
  results === rules.all ? '' : ` (${share})`

/** `all 245 rules (465 results)`, `230 of 245 rules (400 of 465 results)`. */
const judgedWords = (verdict: Verdict): string => {
  const { judged, results, rules } = verdict
  const [allRules, allResults] = [counted(rules.all, 'rule'), counted(results, 'result')]
  return judged === results
    ? `${rules.all === 1 ? '' : 'all '}${allRules}${inResults(allResults, verdict)}`
    : `${rules.judged} of ${allRules}${inResults(`${judged} of ${allResults}`, verdict)}`
}

/** The number of results that could not be judged, and the reason of the first: `2 results are inconclusive`. */
const hinderedWords = (
  report: Report,
  { state, results, first }: NonNullable<Verdict['incomplete']>,
  number: string,
): string => {
  const is = wordFor(results, 'is', 'are')
  const ending = state === 'skipped' ? `skipped, because the service refuses what they need` : state
  const by = first.cause ? requestLine(first.cause) : (first.reason ?? '')
  return `${number} ${is} ${ending}; the first was ${resultName(first, report)}: ${by}`
}

const warningWords = (warnings: number): string =>
  warnings === 0 ? '' : `, with ${counted(warnings, 'warning')}`

const brokenWords = (report: Report, verdict: Verdict): string => {
  const failed = report.results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const { errors, warnings } = shownCounts(report)
  const { incomplete } = verdict
  const unjudged = incomplete
    ? `, and ${hinderedWords(report, incomplete, resultsText(incomplete.results, verdict))}`
    : ''
  const rules = new Set(failed.map(({ id }) => id)).size
  const share = inResults(`${failed.length} of ${counted(verdict.results, 'result')}`, verdict)
  const failures = `${rules} of ${counted(verdict.rules.all, 'rule')} failed${share}`
  return `${wordsOf(report).broken}: ${failures}, ${counted(errors, 'finding')}${warningWords(warnings)}${unjudged}.`
}

/** The verdict of a report in one sentence: what holds and what others need, or what is broken or open. */
export function verdictSentence(report: Report): string {
  const words = wordsOf(report)
  const verdict = verdictOf(report)
  const { results, incomplete } = verdict
  if (verdict.state === 'broken') return brokenWords(report, verdict)
  if (incomplete) {
    const stop = report.interrupted === true ? 'The run was interrupted' : 'The run is incomplete'
    const number = `${incomplete.results} of ${resultsText(results, verdict)}`
    return `${stop}: ${hinderedWords(report, incomplete, number)}.`
  }
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) return `${words.unknown}: ${unjudged}.`
  const warnings = warningWords(shownCounts(report).warnings)
  return `${[`${words.holds} for ${judgedWords(verdict)}${warnings}`, ...skippedWords(verdict)].join('; ')}.`
}

/** The numbers of results and rules, and of those that the verdict omits; a rule may have many results. */
export function resultsSentence(report: Report): string {
  const { results } = report
  const rules = new Set(results.map(({ id }) => id)).size
  const rest = results.length - verdictOf(report).results
  const without = rest === 0 ? '' : `; the verdict leaves out ${rest} not applicable or not promised`
  return `${counted(results.length, 'result')} of ${counted(rules, 'rule')}${without}`
}

/** The numbers of requests sent and answered in a run. */
export function requestsSentence({ versions, durationMs }: Report): string {
  const { sent, answered, unanswered } = addRequests(versions.map(({ requests }) => requests))
  return `${counted(sent, 'request')} sent, ${answered} answered, ${unanswered} unanswered, in ${seconds(durationMs)}`
}

/** The most common reason why created things stay, if one is known. */
const reasonToStay = (created: NonNullable<Report['created']>): string => {
  const counts = new Map<string, number>()
  for (const { why, fate } of created) {
    if (why !== undefined) countUp(counts, fate === 'refused' ? `the deletion was answered ${why}` : why)
  }
  const [most, ...others] = [...counts].toSorted(([, one], [, other]) => other - one)
  if (!most) return ''
  return others.length === 0 ? ` Reason: ${most[0]}.` : ` Most often because ${most[0]} (${most[1]}).`
}

/** The number of things that a run created, and how many of them stay; empty where there are none. */
export function createdWords(created: Report['created'] = []): string {
  const ended = created.filter(({ fate }) => fate === 'cancelled' || fate === 'gone').length
  const [all, stay] = [created.length, created.length - ended]
  if (all === 0) return ''
  const some = `${stay} of them ${wordFor(stay, 'stays', 'stay')}, which the report lists`
  const stays = all === 1 ? 'which stays; the report lists it' : 'all of which stay; the report lists them'
  const rest = stay === 0 ? 'all of them deleted again' : stay === all ? stays : some
  return `Created: ${counted(all, 'thing')}, ${all === 1 && stay === 0 ? 'which is deleted again' : rest}.${reasonToStay(created)}`
}
