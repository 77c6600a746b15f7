import { type DiffReport, isBroken, type ReportedChange, type AffectedLine } from '../model/report.js'
import { listNames, operationsOf, worstFirst } from './groups.js'
import { code, plain, sentenceMarkdown } from './markdown.js'
import { counted, shortened } from './printable.js'
import { countsText, fileAndLine, documentName, verdictText } from './words.js'

/** GitHub takes no longer comment, in characters; bytes are never fewer. */
export const longestComment = 65_536

/** By this line a job finds the comment that it wrote before. */
export const commentMark = '<!-- rampart diff -->'

const operationsNamed = 2
const longestCode = 200

/** A part of the comment that opens on demand, unless it is what the comment is about. */
interface Section {
  readonly title: string
  readonly isOpen: boolean
  readonly lines: readonly string[]
}

const changeLine = (change: ReportedChange, report: DiffReport): string => {
  const operations = operationsOf(change)
  const location = fileAndLine(change, report)
  const rest = [
    ...(operations.length === 0 ? [] : [listNames(operations, operationsNamed, code)]),
    ...(location === '' ? [] : [code(location)]),
    ...(change.guess === undefined ? [] : ['a guess']),
    ...(change.allowed ? [`let pass until ${change.allowed.expires}: ${plain(change.allowed.reason)}`] : []),
  ]
  return `- ${sentenceMarkdown(change.sentence.replace(/\.$/, ''))}${rest.length === 0 ? '' : ` — ${rest.join(' · ')}`}`
}

const affectedLine = ({ file, line, kind, code: text, message }: AffectedLine): string => {
  const what = kind === 'error' ? 'no longer compiles' : 'uses what changed'
  const told = message === undefined ? '' : `: ${plain(message)}`
  return `- ${code(`${file}:${line}`)} ${what} — ${code(shortened(text.trim(), longestCode))}${told}`
}

const sectionsOf = (report: DiffReport): readonly Section[] => {
  const all = worstFirst(report.changes)
  const lines = (has: (change: ReportedChange) => boolean): string[] =>
    all.filter(has).map((change) => changeLine(change, report))
  const isDue = ({ ruling, allowed }: ReportedChange): boolean => ruling.verdict === 'mint' && !allowed
  const others = (effect: ReportedChange['effect']) => (change: ReportedChange) =>
    !isDue(change) && !change.allowed && change.effect === effect
  const parts: readonly Section[] = [
    { title: 'Needs a version of its own', isOpen: isBroken(report), lines: lines(isDue) },
    { title: 'Lines of your code', isOpen: false, lines: (report.impact?.lines ?? []).map(affectedLine) },
    { title: 'Breaks clients, and may ship', isOpen: false, lines: lines(others('breaks')) },
    { title: 'May break clients, and may ship', isOpen: false, lines: lines(others('may-break')) },
    { title: 'Let pass', isOpen: false, lines: lines(({ allowed }) => allowed !== undefined) },
    { title: 'Safe', isOpen: false, lines: lines(others('safe')) },
    { title: 'Words', isOpen: false, lines: lines(others('documentation')) },
    { title: 'Notes', isOpen: false, lines: report.notes.map(({ message }) => `- ${plain(message)}`) },
  ]
  return parts.filter((part) => part.lines.length > 0)
}

/** Gives out room in bytes. */
class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Lines as long as there is room, and then how many there was none for. */
  take(lines: readonly string[]): string[] {
    const taken = lines.findIndex((line) => (this.#left -= Buffer.byteLength(line) + 1) < 0)
    if (taken === -1) return [...lines]
    return [...lines.slice(0, taken), `- and ${lines.length - taken} more`]
  }
}

const sectionLines = ({ title, isOpen, lines }: Section, room: ByteBudget): string[] => {
  const heading = `${title} (${lines.length})`
  const shown = room.take(lines)
  if (isOpen) return [`#### ${heading}`, '', ...shown, '']
  return ['<details>', `<summary>${heading}</summary>`, '', ...shown, '', '</details>', '']
}

/** Bytes for the marks around the parts and for saying what was cut. */
const bytesForMarks = 4_000

/** A report as a comment on a pull request: the verdict, what needs a version, and the rest to be opened. */
export function renderComment(report: DiffReport, longest: number = longestComment): string {
  const sign = isBroken(report) ? '❌' : '✅'
  const head = [
    commentMark,
    `### ${sign} ${plain(verdictText(report))}`,
    '',
    `${code(documentName(report.from))} → ${code(documentName(report.to))} · ${plain(countsText(report.counts))}${report.counts.allowed > 0 ? ` · ${counted(report.counts.allowed, 'change')} let pass` : ''}`,
    '',
  ]
  const foot = [`<sub>rampart ${plain(report.tool.version)} · policy: ${plain(report.policy)}</sub>`, '']
  const used = Buffer.byteLength([...head, ...foot].join('\n'))
  const room = new ByteBudget(longest - used - bytesForMarks)
  return [...head, ...sectionsOf(report).flatMap((part) => sectionLines(part, room)), ...foot].join('\n')
}
