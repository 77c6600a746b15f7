import { firstOf, type ShownExchange, type Item, type Section } from '../../../reporting/index.js'
import { type Exchange, type HeaderList, jsonBody, lineOf } from '../../exchange/exchange.js'
import { curlLine } from '../evidence/curl.js'
import { cached, keysOf, resolvePath } from '../../../document/index.js'
import { areaOf } from '../../model/rule.js'
import type { Finding } from '../../model/finding.js'
import type { Report, RuleResult } from '../../model/report.js'
import { resultName, versionName } from '../../model/verdict.js'
import { deletedText } from '../summary/deleted.js'
import {
  fact,
  knownText,
  locationText,
  operationsText,
  stateKey,
  timesText,
  toneOfState,
} from '../summary/findings.js'

const headerLines = (headers: HeaderList): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

const noteOf = ({ sentAt, isReplay, id }: Exchange): string =>
  [new Date(sentAt).toISOString(), ...(isReplay ? ['a replay'] : []), ...(id === undefined ? [] : [id])].join(
    ', ',
  )

/** A missing response has status 0, and its body is the reason. */
const shown = (exchange: Exchange, isPassed: boolean): ShownExchange => {
  const { request, response } = exchange
  return {
    note: noteOf(exchange),
    line: lineOf(request),
    status: response.status === 0 ? 'no response' : String(response.status),
    requestHeaders: headerLines(request.headers),
    ...(request.body === undefined ? {} : { requestBody: request.body }),
    responseHeaders: headerLines(response.headers),
    responseBody: response.body,
    // The evidence of passed rules is large, and rarely repeated. A delivery cannot be: its receiver is gone.
    ...(exchange.target === 'webhook' ? { isRaw: true } : isPassed ? {} : { curl: curlLine(exchange) }),
  }
}

/** The exchanges of a page, without duplicates. */
export class ExchangeTable {
  readonly exchanges: ShownExchange[] = []
  readonly #indexes = new Map<string, number>()

  /** The index of an exchange, which is added if it is new. */
  indexOf(exchange: Exchange, isPassed = false): number {
    const one = shown(exchange, isPassed)
    return cached(this.#indexes, JSON.stringify(one), () => this.exchanges.push(one) - 1)
  }
}

const longest = 500

/** The value at a JSON Pointer in a response body, as JSON; undefined for a missing value or a pointer into a document. */
export function valueAt({ response }: Exchange, pointer: string | undefined): string | undefined {
  if (pointer === undefined || !pointer.startsWith('/')) return undefined
  const value = resolvePath(jsonBody(response), keysOf(pointer))
  const text = value === undefined ? undefined : JSON.stringify(value)
  return text !== undefined && text.length > longest ? `${text.slice(0, longest)}…` : text
}

const idsShown = 10
const operationsNamed = 50

const findingSection = (
  finding: Finding,
  result: RuleResult,
  { created }: Report,
  table: ExchangeTable,
): Section => {
  const { message, pointer, occurrences, evidence } = finding
  const [first] = evidence
  const last = finding.isSequence === true ? evidence.at(-1) : first
  return {
    tone: toneOfState(stateKey(result)),
    facts: [
      ...fact('Promised', result.statement),
      ...fact('Stated in', result.section),
      ...fact('Found', message),
      ...fact('Expected', finding.expected),
      ...fact('Accepted', knownText(finding)),
      ...fact('To fix it', result.fix),
      ...fact('At', locationText(finding)),
      ...fact('Value', first && valueAt(first, pointer)),
      ...fact('Seen', occurrences === 1 ? 'once' : `${occurrences} times`),
      ...fact('Operation', operationsText(finding, operationsNamed) ?? first?.operationId),
      ...fact('To repeat it', last && deletedText(finding, last, created)),
      ...fact('Steps', finding.isSequence && `${evidence.length}, of which the last one shows it`),
    ],
    exchanges: evidence.map((exchange) => table.indexOf(exchange)),
    ...(evidence.length === 0 && { remark: 'The finding is about the document; no exchange shows it.' }),
  }
}

const requestsText = ({ requests: { sent, answered, unanswered } }: RuleResult): string =>
  unanswered === 0 ? String(sent) : `${sent} sent, ${answered} answered, ${unanswered} unanswered`

const idsText = ({ exchanges = [] }: RuleResult): string | undefined =>
  exchanges.length === 0 ? undefined : firstOf(exchanges, idsShown).join(', ')

const evidenceOf = (
  { exchanges = [], cause }: RuleResult,
  shown: ReadonlyMap<string, Exchange>,
): Exchange[] => (cause ? [cause] : exchanges.flatMap((id) => shown.get(id) ?? []))

const plainSection = (
  result: RuleResult,
  shown: ReadonlyMap<string, Exchange>,
  table: ExchangeTable,
): Section => {
  const isOpen = result.state === 'not-promised'
  const evidence = evidenceOf(result, shown)
  return {
    tone: toneOfState(stateKey(result)),
    facts: [
      ...fact(isOpen ? 'Left open' : 'Promised', result.statement),
      ...fact('Stated in', result.section),
      ...fact('Why', result.reason),
      ...fact('Requests', requestsText(result)),
      ...fact('Time', result.durationMs === undefined ? undefined : `${result.durationMs} ms`),
      ...fact('Exchanges', idsText(result)),
    ],
    exchanges: evidence.map((exchange) => table.indexOf(exchange, !result.cause)),
  }
}

const notesSection = ({ notes = [] }: RuleResult): Section[] => {
  const list = notes.map((note) => `${note.message}${timesText(note)}`)
  return list.length === 0 ? [] : [{ facts: [['Seen', 'where nothing is judged']], list }]
}

/** The changes of results since the previous run, by name. */
const changesOf = ({ comparison }: Report): ReadonlyMap<string, string> =>
  new Map(
    (['new', 'fixed', 'stays'] as const).flatMap((what) =>
      (comparison?.[what] ?? []).map((name): [string, string] => [name, what]),
    ),
  )

const areaInSection = ({ section }: RuleResult): string =>
  section
    .replace(/^Good practice, from /, '')
    .split(/[;:]/)[0]
    ?.trim() ?? ''

const isBySection = ({ results }: Report): boolean => new Set(results.map(areaOf)).size <= 1

/** The areas of a report, in the order of its rules; sections in their own. */
export function areaNames(report: Report): readonly string[] {
  const names = [...new Set(report.results.map(areasOf(report)))]
  return isBySection(report) ? names.toSorted() : names
}

/** Makes the grouping of results: by the first word of their rules, or if that is always the same, by section. */
const areasOf = (report: Report): ((result: RuleResult) => string) =>
  isBySection(report) ? areaInSection : areaOf

/** The results of a report as the rows of its page. */
export function itemsOf(report: Report, table: ExchangeTable): Item[] {
  const shown = new Map((report.evidence ?? []).map((exchange) => [exchange.id ?? '', exchange]))
  const changes = changesOf(report)
  const areaIn = areasOf(report)
  return report.results.map((result) => {
    const { id, version, findings, reason, title } = result
    const name = resultName(result, report)
    const since = changes.get(name)
    const sections =
      findings.length === 0
        ? [plainSection(result, shown, table)]
        : findings.map((finding) => findingSection(finding, result, report, table))
    return {
      id: name,
      title: id,
      text: findings[0]?.message ?? reason ?? title,
      facets: {
        state: [stateKey(result)],
        area: [areaIn(result)],
        version: [versionName(version, report)],
        ...(since !== undefined && { since: [since] }),
      },
      sections: [...sections, ...notesSection(result)],
    }
  })
}
