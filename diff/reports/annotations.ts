import type { DiffReport, ReportedChange, AffectedLine } from '../model/report.js'
import { operationsOf, worstFirst } from './groups.js'
import { shortened } from './printable.js'
import { levelOf, shownLocation } from './words.js'

/** GitHub shows no more annotations of a level and a step. */
const mostOfALevel = 10
const longestMessage = 1_000
const operationsNamed = 3
const causesShown = 4

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const
type Level = keyof typeof commands

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A location in a file that the job has. */
const placeOf = (change: ReportedChange, report: DiffReport): string => {
  const { document, location } = shownLocation(change, report) ?? { document: report.to, location: undefined }
  if (document.file === undefined) return ''
  const line = location?.line === undefined ? '' : `,line=${location.line}`
  return `file=${property(shortened(document.file, longestMessage))}${line},`
}

const annotation = (level: Level, change: ReportedChange, report: DiffReport): string => {
  const operations = operationsOf(change)
  const rest = operations.length - operationsNamed
  const reach = [...operations.slice(0, operationsNamed), ...(rest > 0 ? [`and ${rest} more`] : [])]
  const lines = [change.sentence, reach.join(', ')].filter((text) => text !== '')
  const message = lines.map((text) => shortened(text, longestMessage)).join('\n')
  return `::${commands[level]} ${placeOf(change, report)}title=${property(change.id)}::${data(message)}`
}

const more = (level: Level, names: readonly string[]): string => {
  const text = `${names.length} more: ${shortened([...new Set(names)].join(', '), longestMessage)}`
  return `::${commands[level]} title=rampart::${data(text)}`
}

/** A line of the user's own code: one that no longer compiles, or that uses what changed. */
const annotationOfLine = (touched: AffectedLine, { changes }: DiffReport): string => {
  const { file, line, column, kind, message } = touched
  const causes = changes.filter(({ fingerprint }) => touched.changes.includes(fingerprint))
  const texts = [...(message === undefined ? [] : [message]), ...causes.map(({ sentence }) => sentence)]
  const text = texts
    .slice(0, causesShown)
    .map((one) => shortened(one, longestMessage))
    .join('\n')
  const location = `file=${property(shortened(file, longestMessage))},line=${line},col=${column}`
  const title = kind === 'error' ? 'no longer compiles' : 'uses what changed'
  return `::${kind === 'error' ? 'warning' : 'notice'} ${location},title=${title}::${data(text)}`
}

/** An annotation, and how it is called where there are too many. */
interface Entry {
  readonly text: string
  readonly name: string
}

const entriesOf = (level: Level, report: DiffReport): Entry[] => {
  const own = worstFirst(report.changes).filter(
    (change) => change.effect !== 'documentation' && levelOf(change, report) === level,
  )
  const kind = level === 'warning' ? 'error' : level === 'note' ? 'mention' : undefined
  const lines = (report.impact?.lines ?? []).filter((line) => line.kind === kind)
  return [
    ...lines.map((line) => ({ text: annotationOfLine(line, report), name: line.file })),
    ...own.map((change) => ({ text: annotation(level, change, report), name: change.id })),
  ]
}

const limited = (level: Level, report: DiffReport): string[] => {
  const own = entriesOf(level, report)
  const shown = own.length <= mostOfALevel ? own : own.slice(0, mostOfALevel - 1)
  const rest = own.slice(shown.length).map(({ name }) => name)
  return [...shown.map(({ text }) => text), ...(rest.length > 0 ? [more(level, rest)] : [])]
}

/**
 * Workflow commands of GitHub Actions: an annotation for each change that is more than words, and for each line of
 * the user's own code, the worst first and within what the platform shows of one step; the last of many names the rest.
 */
export function renderDiffAnnotations(report: DiffReport): string {
  const levels: readonly Level[] = ['error', 'warning', 'note']
  return levels
    .flatMap((level) => limited(level, report))
    .map((line) => `${line}\n`)
    .join('')
}
