import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  counted,
  sarifFingerprints,
  sarifLimits,
  sarifLocation,
  sarifLog,
  sarifNotification,
  shortened,
} from '../../reporting/index.js'
import { groupedBy } from '../../document/index.js'
import { type Finding, pointerPattern } from '../model/finding.js'
import type { Report, RuleResult } from '../model/report.js'
import { areaOf } from '../model/rule.js'
import { isViolation, verdictOf, shownVersions } from '../model/verdict.js'
import { stateKey, timesText } from './summary/findings.js'
import { verdictSentence } from './summary/verdict.js'

const helpOf = ({ id, section, statement }: RuleResult) => {
  const again = `rampart test --rules '${id}'`
  return {
    text: `${statement}\n\nStated in: ${section}.\n\nTo judge it again: ${again}`,
    markdown: `${statement}\n\n**Stated in:** ${section}.\n\n**To judge it again:** \`${again}\``,
  }
}

const descriptorOf = (result: RuleResult) => ({
  id: result.id,
  name: result.id,
  shortDescription: { text: result.title },
  fullDescription: { text: result.statement },
  help: helpOf(result),
  defaultConfiguration: { level: result.severity },
  properties: { tags: [areaOf(result)], precision: 'very-high', section: result.section },
})

/** The rules of a report as SARIF reporting descriptors (3.49), in its order; the first result of each describes it. */
const sarifRules = ({ results }: Report): readonly { readonly id: string }[] =>
  Array.from(groupedBy(results, ({ id }) => id).values(), ([first]) => descriptorOf(first))

const longestMessage = 1_000
const longestPointer = 500

/** The path to which `rampart fetch` writes the document; for the service as a whole, which has none, the lock file. */
const artifactOf = (version: string): string =>
  version === '*' ? 'specs/rampart.lock.json' : `specs/${version}.json`

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** A pointer into the document begins with `#`, and any other points into the response body. */
const logicalLocations = ({ pointer, evidence }: Finding) => {
  const operation = evidence[0]?.operationId
  const [value, called] = [pointer, operation].map((one) => one && shortened(one, longestPointer))
  return [
    ...(value === undefined ? [] : [{ fullyQualifiedName: value, kind: 'value' }]),
    ...(called === undefined ? [] : [{ name: called, kind: 'function' }]),
  ]
}

const isAddress = (file: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(file)

/** Without the query, which may contain a secret. */
const uriOf = (file: string): string =>
  isAddress(file)
    ? file.replace(/[?#].*$/s, '')
    : file
        .replace(/^(\.?[\\/])+/, '')
        .split(/[\\/]/)
        .map(encodeURIComponent)
        .join('/')

const physical = (version: string, { location }: Finding) =>
  location === undefined
    ? sarifLocation(artifactOf(version))
    : sarifLocation(uriOf(location.file), location.line, !isAddress(location.file))

const locationOf = (version: string, finding: Finding) => {
  const logical = logicalLocations(finding)
  return { ...physical(version, finding), ...(logical.length > 0 && { logicalLocations: logical }) }
}

const messageOf = (finding: Finding, { version, state }: RuleResult, report: Report): string => {
  const { message, expected } = finding
  const due = expected === undefined ? '' : `. Expected: ${shortened(expected, longestMessage)}`
  const names = shownVersions([version], report).map((name) => `${name}: `)
  return `${names.join('')}${shortened(message, longestMessage)}${timesText(finding)}${state === 'flaky' ? '; it passed when repeated' : ''}${due}`
}

const resultsOf = (result: RuleResult, ruleIndex: number, report: Report) =>
  result.findings.map((finding) => {
    const fingerprint = digest(result.id, result.version, pointerPattern(finding), finding.message)
    return {
      ruleId: result.id,
      ruleIndex,
      kind: 'fail',
      level: stateKey(result) === 'failed' ? 'error' : 'warning',
      message: { text: messageOf(finding, result, report) },
      locations: [locationOf(result.version, finding)],
      occurrenceCount: finding.occurrences,
      partialFingerprints: sarifFingerprints(fingerprint, fingerprint),
      properties: { version: result.version, state: result.state },
    }
  })

const invocationOf = (report: Report, leftOut: number) => {
  const isIncomplete = verdictOf(report).incomplete !== undefined
  const rest = `${counted(leftOut, 'result is', 'results are')} left out; report.json has all.`
  const notifications = [
    ...(isIncomplete ? [sarifNotification('error', verdictSentence(report))] : []),
    ...(leftOut === 0 ? [] : [sarifNotification('warning', rest)]),
  ]
  return {
    executionSuccessful: !isIncomplete,
    startTimeUtc: report.startedAt,
    endTimeUtc: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  }
}

const logOf = (report: Report, results: readonly object[], most: number): string =>
  sarifLog({
    category: 'rampart/contract/',
    toolVersion: report.tool.version,
    rules: sarifRules(report),
    invocation: invocationOf(report, Math.max(0, results.length - most)),
    results: results.slice(0, most),
  })

/**
 * The findings of a report as SARIF 2.1.0, one result for each finding, errors first. Results beyond the limit of
 * GitHub code scanning are omitted, and the file states their number. Fingerprints of equal findings are the same in
 * every run.
 */
export function renderSarif(
  report: Report,
  limits: Readonly<Record<keyof typeof sarifLimits, number>> = sarifLimits,
): string {
  const indexes = new Map(sarifRules(report).map(({ id }, index) => [id, index]))
  const results = report.results
    .filter(isViolation)
    .flatMap((result) => resultsOf(result, indexes.get(result.id) ?? 0, report))
    .toSorted((a, b) => (a.level < b.level ? -1 : Number(a.level > b.level)))
  let most = limits.results
  let text = logOf(report, results, most)
  while (most > 0 && gzipSync(text).length > limits.gzippedBytes) {
    most = Math.floor(Math.min(most, results.length) / 2)
    text = logOf(report, results, most)
  }
  return text
}
