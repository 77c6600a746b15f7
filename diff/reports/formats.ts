import {
  type AnnotationLevel,
  annotationLines,
  counted,
  type DiffFormat,
  firstOf,
  type NamedAnnotation,
  type Paint,
  printable,
  shortened,
} from '../../reporting/index.js'
import { type AffectedLine, type DiffReport, isBroken, type ReportedChange } from '../model/report.js'
import { renderDiffMarkdown } from './changelog/print.js'
import { renderComment } from './comment.js'
import { renderDiffHtml } from './html.js'
import { renderDiffJson } from './json.js'
import { renderDiffSarif } from './sarif.js'
import {
  affectedWords,
  countsText,
  documentName,
  effectWord,
  fileAndLine,
  type Group,
  groupByOperation,
  levelOf,
  listNames,
  operationsOf,
  projectSentences,
  type ReportContext,
  shownLocation,
  verdictText,
} from './summary/summary.js'

/** The style of a report for a terminal. */
interface TextStyle {
  readonly paint: Paint
  /** Print everything instead of one screenful. */
  readonly isLong: boolean
}

type Printer = (report: DiffReport, style: TextStyle, context: ReportContext) => string

const printers: Readonly<Record<DiffFormat, Printer>> = {
  text: (report, { paint, isLong }) => renderDiffText(report, paint, isLong),
  markdown: (report, _style, context) => renderDiffMarkdown(report, context),
  'github-comment': (report, _style, context) => renderComment(report, context),
  html: (report, _style, context) => renderDiffHtml(report, context),
  json: renderDiffJson,
  sarif: renderDiffSarif,
  github: renderDiffAnnotations,
}

/** The report of a comparison in a format. */
export function renderDiff(
  report: DiffReport,
  format: DiffFormat,
  style: TextStyle,
  context: ReportContext = {},
): string {
  return printers[format](report, style, context)
}

const changesShown = 8
/** Changes shown beside affected lines, which are the main result then. */
const changesBeside = 4
const linesShown = 5
const notesShown = 4
const longestLine = 180
const effectWidth = 10

const paintEffect = ({ effect }: ReportedChange, paint: Paint): string => {
  const word = effectWord[effect].padEnd(effectWidth)
  if (effect === 'breaks') return paint.red(word)
  if (effect === 'may-break') return paint.yellow(word)
  return effect === 'safe' ? paint.green(word) : paint.dim(word)
}

const rulingText = ({ ruling, allowed }: ReportedChange): string => {
  if (allowed) return `allowed until ${allowed.expires}: ${allowed.reason}`
  return ruling.verdict === 'mint' ? `mint (${ruling.clause})` : `may ship (${ruling.clause})`
}

const details = (change: ReportedChange, report: DiffReport, isLong: boolean): string => {
  const where = change.uses[0]?.within ?? ''
  const rest = change.uses.length > 1 ? `, and ${counted(change.uses.length - 1, 'place')} more` : ''
  const texts = [rulingText(change), fileAndLine(change, report), `${where}${rest}`]
  const more = isLong ? [change.id, change.fingerprint] : []
  return [...texts, ...more].filter((text) => text !== '').join(' · ')
}

const changeLines = (change: ReportedChange, report: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const indent = ' '.repeat(4 + effectWidth)
  const guess =
    change.guess === undefined
      ? []
      : [`${indent}${paint.dim(shortened(`a guess: ${change.guess}`, longestLine))}`]
  return [
    `    ${paintEffect(change, paint)}${shortened(change.sentence, isLong ? 2_000 : longestLine)}`,
    `${indent}${paint.dim(shortened(details(change, report, isLong), isLong ? 2_000 : longestLine))}`,
    ...(isLong ? guess : []),
  ]
}

const titleOf = ({ operations }: Group, isLong: boolean): string =>
  shortened(listNames(operations, isLong ? 50 : 2, printable), isLong ? 4_000 : longestLine)

const linesOfGroup = (group: Group, report: DiffReport, paint: Paint, isLong: boolean): string[] => [
  `  ${paint.bold(titleOf(group, isLong))}`,
  ...group.changes.flatMap((change) => changeLines(change, report, paint, isLong)),
]

/** The changes that fit a screen: the worst; documentation only if there is nothing else. */
const mostImportant = ({ changes, impact }: DiffReport): readonly ReportedChange[] => {
  const loud = changes.filter(({ effect }) => effect !== 'documentation')
  return (loud.length === 0 ? changes : loud).slice(0, impact ? changesBeside : changesShown)
}

const moreLine = (rest: number, what: string, paint: Paint): string[] =>
  rest > 0 ? [paint.dim(`  and ${counted(rest, what)}; --all shows everything`)] : []

const groupLines = (report: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const shown = isLong ? report.changes : mostImportant(report)
  const rest = report.changes.length - shown.length
  const lines = groupByOperation(shown).flatMap((group) => linesOfGroup(group, report, paint, isLong))
  return lines.length === 0 ? [] : [...lines, ...moreLine(rest, 'more change', paint), '']
}

type Sentences = ReadonlyMap<string, string>

const causeLines = ({ changes }: AffectedLine, sentences: Sentences, isLong: boolean): string[] => {
  const shown = isLong ? changes : changes.slice(0, 1)
  const rest = changes.length - shown.length
  const more = rest > 0 ? ` (and ${counted(rest, 'more change')})` : ''
  return shown.map((one) => `        ${shortened(sentences.get(one) ?? one, longestLine)}${more}`)
}

const affectedLines = (one: AffectedLine, sentences: Sentences, paint: Paint, isLong: boolean): string[] => {
  const { file, line, column, code, kind, message } = one
  const words = affectedWords[kind]
  const mark = kind === 'error' ? paint.red(words) : paint.yellow(words)
  return [
    `    ${printable(file)}:${line}:${column}  ${mark}`,
    `        ${shortened(code.trim(), longestLine)}`,
    ...(message === undefined ? [] : [`        ${paint.dim(shortened(message, longestLine))}`]),
    ...causeLines(one, sentences, isLong),
  ]
}

const impactLines = (report: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const { impact, changes } = report
  if (!impact) return []
  const sentences = new Map(changes.map((one) => [one.fingerprint, `${one.id}: ${one.sentence}`]))
  const shown = isLong ? impact.lines : impact.lines.slice(0, linesShown)
  const rest = impact.lines.length - shown.length
  return [
    `  ${paint.bold(`${counted(impact.lines.length, 'line')} of ${printable(impact.folder)}`)}`,
    ...projectSentences(report).map((sentence) => `    ${shortened(sentence, 2 * longestLine)}`),
    ...shown.flatMap((one) => affectedLines(one, sentences, paint, isLong)),
    ...moreLine(rest, 'more line', paint),
    '',
  ]
}

const noteLines = ({ notes }: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const shown = isLong ? notes : notes.slice(0, notesShown)
  const rest = notes.length - shown.length
  const longest = isLong ? 4_000 : 400
  const lines = shown.map(({ message }) => `  ${paint.yellow('note')}: ${shortened(message, longest)}`)
  return lines.length === 0 ? [] : [...lines, ...moreLine(rest, 'more note', paint), '']
}

const verdictLine = (report: DiffReport, paint: Paint): string => {
  const { counts } = report
  const allowed = counts.allowed > 0 ? `; ${counted(counts.allowed, 'change')} allowed` : ''
  const text = printable(`${verdictText(report)} (${countsText(counts)}${allowed}).`)
  return isBroken(report) ? paint.red(text) : paint.green(text)
}

/** Renders a report by operation, breaking changes first; it fits a screen unless `isLong`. */
export function renderDiffText(report: DiffReport, paint: Paint, isLong = false): string {
  const { from, to } = report
  const lines = [
    paint.bold(printable(`${documentName(from)} -> ${documentName(to)}`)),
    '',
    ...groupLines(report, paint, isLong),
    ...impactLines(report, paint, isLong),
    ...noteLines(report, paint, isLong),
    verdictLine(report, paint),
  ]
  return `${lines.join('\n')}\n`
}

const longestMessage = 1_000
const operationsNamed = 3
const causesShown = 4

type Entry = Omit<NamedAnnotation, 'level'>

const messageOf = (lines: readonly string[]): string =>
  lines.map((text) => shortened(text, longestMessage)).join('\n')

const ofChange = (change: ReportedChange, report: DiffReport): Entry => {
  const reach = firstOf(operationsOf(change), operationsNamed)
  const { document, location } = shownLocation(change, report) ?? { document: report.to, location: undefined }
  return {
    name: change.id,
    title: change.id,
    message: messageOf([change.sentence, reach.join(', ')].filter((text) => text !== '')),
    ...(document.file === undefined
      ? {}
      : { file: shortened(document.file, longestMessage), line: location?.line }),
  }
}

/** The annotation of a line of user code that no longer compiles or uses something that changed. */
const ofLine = (affected: AffectedLine, { changes }: DiffReport): Entry => {
  const { file, line, column, kind, message } = affected
  const causes = changes.filter(({ fingerprint }) => affected.changes.includes(fingerprint))
  const texts = [...(message === undefined ? [] : [message]), ...causes.map(({ sentence }) => sentence)]
  return {
    name: file,
    title: affectedWords[kind],
    message: messageOf(texts.slice(0, causesShown)),
    file: shortened(file, longestMessage),
    line,
    column,
  }
}

// Other notes are about the versions, not about the documents.
const refusedIn = ({ notes }: DiffReport): Entry[] =>
  notes
    .filter(({ code }) => code === 'document-refused')
    .map(({ code, message }) => ({ name: code, title: code, message: messageOf([message]) }))

const entriesOf = (level: AnnotationLevel, report: DiffReport): Entry[] => {
  const own = report.changes.filter(
    (change) => change.effect !== 'documentation' && levelOf(change, report) === level,
  )
  const kind = level === 'warning' ? 'error' : level === 'note' ? 'mention' : undefined
  const lines = (report.impact?.lines ?? []).filter((line) => line.kind === kind)
  return [
    ...(level === 'warning' ? refusedIn(report) : []),
    ...lines.map((line) => ofLine(line, report)),
    ...own.map((change) => ofChange(change, report)),
  ]
}

/**
 * Workflow commands of GitHub Actions: an annotation for each change that is not only documentation, and for each
 * affected line of user code. The worst come first, within the number that GitHub shows per step; the last one lists
 * the rest.
 */
export function renderDiffAnnotations(report: DiffReport): string {
  const restOf = (names: readonly string[]): string =>
    `${names.length} more: ${shortened([...new Set(names)].join(', '), longestMessage)}`
  return (['error', 'warning', 'note'] as const)
    .map((level) => annotationLines(level, entriesOf(level, report), restOf))
    .join('')
}
