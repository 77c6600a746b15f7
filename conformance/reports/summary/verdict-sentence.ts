import { counted, wordFor } from '../../../reporting/index.js'
import type { Lack, Report } from '../../model/report.js'
import { addRequests } from '../../model/requests.js'
import { type Verdict, verdictOf } from '../../model/verdict.js'
import { requestLine } from './request-line.js'
import { nothingJudged } from './tally.js'
import { resultName } from '../../model/result-name.js'
import { wordsOf } from './subject.js'

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
  const count = results.filter(
    ({ state, severity }) => state === 'flaky' || (state === 'failed' && severity === 'warning'),
  ).length
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
  return `${counted(sent, 'request')} sent, ${answered} answered, ${unanswered} unanswered, in ${(durationMs / 1000).toFixed(1)} s`
}
