import { counted, type Paint, printable, shortened } from '../../reporting/index.js'
import { type AffectedLine, type DiffReport, isBroken, type ReportedChange } from '../model/report.js'
import { type Group, groupByOperation, listNames, worstFirst } from './summary/groups.js'
import {
  affectedWords,
  projectSentences,
  countsText,
  effectWord,
  fileAndLine,
  documentName,
  verdictText,
} from './summary/words.js'

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
  return worstFirst(loud.length === 0 ? changes : loud).slice(0, impact ? changesBeside : changesShown)
}

const groupLines = (report: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const shown = isLong ? report.changes : mostImportant(report)
  const rest = report.changes.length - shown.length
  const lines = groupByOperation(shown).flatMap((group) => linesOfGroup(group, report, paint, isLong))
  const more = rest > 0 ? [paint.dim(`  and ${counted(rest, 'more change')}; --all shows everything`)] : []
  return lines.length === 0 ? [] : [...lines, ...more, '']
}

type Sentences = ReadonlyMap<string, string>

const causeLines = ({ changes }: AffectedLine, sentences: Sentences, isLong: boolean): string[] => {
  const causeLine = (change: string): string =>
    `        ${shortened(sentences.get(change) ?? change, longestLine)}`
  const [first, ...others] = changes
  if (isLong || first === undefined) return changes.map(causeLine)
  return [
    others.length === 0
      ? causeLine(first)
      : `${causeLine(first)} (and ${counted(others.length, 'more change')})`,
  ]
}

const affectedLines = (
  touched: AffectedLine,
  sentences: Sentences,
  paint: Paint,
  isLong: boolean,
): string[] => {
  const { file, line, column, code, kind, message } = touched
  const words = affectedWords[kind]
  const mark = kind === 'error' ? paint.red(words) : paint.yellow(words)
  return [
    `    ${printable(file)}:${line}:${column}  ${mark}`,
    `        ${shortened(code.trim(), longestLine)}`,
    ...(message === undefined ? [] : [`        ${paint.dim(shortened(message, longestLine))}`]),
    ...causeLines(touched, sentences, isLong),
  ]
}

const impactLines = (report: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const { impact, changes } = report
  if (!impact) return []
  const sentences = new Map(
    changes.map(({ fingerprint, id, sentence }) => [fingerprint, `${id}: ${sentence}`]),
  )
  const shown = isLong ? impact.lines : impact.lines.slice(0, linesShown)
  const rest = impact.lines.length - shown.length
  return [
    `  ${paint.bold(`${counted(impact.lines.length, 'line')} of ${printable(impact.folder)}`)}`,
    ...projectSentences(report).map((sentence) => `    ${shortened(sentence, 2 * longestLine)}`),
    ...shown.flatMap((one) => affectedLines(one, sentences, paint, isLong)),
    ...(rest > 0 ? [paint.dim(`  and ${counted(rest, 'more line')}; --all shows everything`)] : []),
    '',
  ]
}

const noteLines = ({ notes }: DiffReport, paint: Paint, isLong: boolean): string[] => {
  const shown = isLong ? notes : notes.slice(0, notesShown)
  const rest = notes.length - shown.length
  const lines = shown.map(
    ({ message }) => `  ${paint.yellow('note')}: ${shortened(message, isLong ? 4_000 : 400)}`,
  )
  if (rest > 0) lines.push(paint.dim(`  and ${counted(rest, 'more note')}; --all shows everything`))
  return lines.length === 0 ? [] : [...lines, '']
}

const verdictLine = (report: DiffReport, paint: Paint): string => {
  const { counts } = report
  const allowed = counts.allowed > 0 ? `; ${counted(counts.allowed, 'change')} allowed` : ''
  const text = printable(`${verdictText(report)} (${countsText(counts)}${allowed}).`)
  return isBroken(report) ? paint.red(text) : paint.green(text)
}

/**
 * Renders a report for a terminal: grouped by operation, breaking changes first, with a summary line at the
 * end. It fits a screen unless `isLong`.
 */
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
