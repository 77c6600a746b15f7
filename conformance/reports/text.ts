import type { Exchange } from '../model/exchange.js'
import { headerValue } from '../model/exchange.js'
import type { Report, RuleResult, VersionSummary } from '../model/report.js'
import { brief } from '../observers/index.js'
import { nothingJudged, tally } from './tally.js'

/** Colours of a terminal, or functions that change nothing. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

// What a service sends must not reach a terminal as a command, nor turn the direction of the text around it.
const unprintable = /\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu
const shown = (text: string): string => text.replaceAll(unprintable, '\uFFFD')

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const versionName = (version: string): string => (version === '*' ? 'service' : version)

const requestLine = ({ request, response }: Exchange): string => {
  const version = headerValue(request.headers, 'x-api-version')
  const asked = version === undefined ? '' : ` (X-API-Version: ${version === '' ? '(empty)' : version})`
  const place = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '')
  const [path = '', query] = place.split('?', 2)
  const search = query === undefined ? '' : brief(`?${query}`, 100)
  return `${request.method} ${path}${search}${asked} -> ${response.status} ${brief(response.body, 70)}`.trim()
}

const findingLines = (result: RuleResult, paint: Paint): string[] => {
  const mark =
    result.state === 'failed' && result.severity === 'error'
      ? paint.red('failed ')
      : paint.yellow(result.state === 'flaky' ? 'flaky  ' : 'warning')
  const head = `  ${mark} ${paint.bold(result.id)} ${paint.dim(`${versionName(result.version)} · ${result.section}`)}`
  const findings = result.findings.slice(0, 3).flatMap((finding) => {
    const times = finding.occurrences > 1 ? paint.dim(` (${finding.occurrences} times)`) : ''
    const line = `          ${shown(finding.message)}${times}`
    const [evidence] = finding.evidence
    return evidence ? [line, paint.dim(`            ${shown(requestLine(evidence))}`)] : [line]
  })
  const more = result.findings.length - 3
  return [head, ...findings, ...(more > 0 ? [paint.dim(`          and ${more} more in the report`)] : [])]
}

const groupReasons = (results: readonly RuleResult[]): string[] => {
  const groups = new Map<string, string[]>()
  for (const { reason = 'no reason given', id, version } of results) {
    const names = groups.get(reason) ?? []
    groups.set(reason, names)
    names.push(`${id}@${versionName(version)}`)
  }
  return [...groups].map(([reason, names]) => {
    const more = names.length > 3 ? `, and ${names.length - 3} more` : ''
    return `  ${names.length} skipped: ${shown(reason)}\n          ${names.slice(0, 3).join(', ')}${more}`
  })
}

const columns = ['passed', 'failed', 'flaky', 'skipped', 'not-applicable', 'not-promised'] as const
const titles = ['passed', 'failed', 'flaky', 'skipped', 'n/a', 'open'] as const

const tableLine = (
  report: Report,
  { version, requests, durationMs }: VersionSummary,
  paint: Paint,
): string => {
  const counts = tally(report.results.filter((result) => result.version === version))
  const cells = columns.map((state, index) => {
    const text = String(counts[state]).padStart(titles[index]?.length ?? 0)
    if (counts[state] === 0) return paint.dim(text)
    if (state === 'passed') return paint.green(text)
    return state === 'failed' ? paint.red(text) : text
  })
  const rest = `${String(requests).padStart(8)}  ${seconds(durationMs).padStart(7)}`
  return `  ${versionName(version).padEnd(12)}${cells.join('  ')}  ${rest}`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const verdict = (report: Report, paint: Paint): string => {
  const told = report.results.filter(({ state }) => state === 'failed' || state === 'flaky')
  const broken = told.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const requests = report.versions.reduce((sum, version) => sum + version.requests, 0)
  const facts = `${requests} requests in ${seconds(report.durationMs)}`
  const more = told.length - broken.length
  const warnings = more > 0 ? ` with ${counted(more, 'warning')}` : ''
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined && broken.length === 0)
    return paint.yellow(`Nothing is known of the contract: ${unjudged}.`)
  if (broken.length === 0) return paint.green(`The contract holds${warnings}: ${facts}.`)
  const findings = broken.reduce((sum, { findings }) => sum + findings.length, 0)
  const failed = `${broken.length} failed, ${counted(findings, 'finding')}`
  return paint.red(`The contract is broken${warnings}: ${failed}, ${facts}.`)
}

/** The summary of a run for a terminal: what broke first, then what could not be judged, then the table. */
export function renderText(report: Report, paint: Paint): string {
  const told = report.results.filter(({ state }) => state === 'failed' || state === 'flaky')
  const skipped = report.results.filter(({ state }) => state === 'skipped')
  const heading = `  ${''.padEnd(12)}${titles.join('  ')}  requests     time`
  const lines = [
    paint.bold(`Contract of ${report.target.baseUrl}`),
    '',
    ...told.flatMap((result) => findingLines(result, paint)),
    ...(told.length > 0 ? [''] : []),
    ...groupReasons(skipped),
    ...(skipped.length > 0 ? [''] : []),
    paint.dim(heading),
    ...report.versions.map((version) => tableLine(report, version, paint)),
    '',
    verdict(report, paint),
  ]
  return `${lines.join('\n')}\n`
}
