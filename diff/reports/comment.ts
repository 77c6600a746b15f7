import {
  counted,
  markdownCode,
  markdownSentence,
  markdownText,
  Room,
  shortened,
} from '../../reporting/index.js'
import { type DiffReport, isBroken, type ReportedChange, type AffectedLine } from '../model/report.js'
import { listNames, operationsOf, worstFirst } from './summary/groups.js'
import { countsText, fileAndLine, documentName, verdictText } from './summary/words.js'
import { affectedWords } from './summary/project.js'

/** GitHub takes no longer comment, in characters; bytes are never fewer. */
export const longestComment = 65_536

/** By this line a job finds the comment that it wrote before. */
export const commentMark = '<!-- rampart diff -->'

const operationsNamed = 2
const longestCode = 200

/** A section of the comment that opens on demand, unless it is the main one. */
interface Section {
  readonly title: string
  readonly isOpen: boolean
  readonly lines: readonly string[]
}

const changeLine = (change: ReportedChange, report: DiffReport): string => {
  const operations = operationsOf(change)
  const location = fileAndLine(change, report)
  const rest = [
    ...(operations.length === 0 ? [] : [listNames(operations, operationsNamed, markdownCode)]),
    ...(location === '' ? [] : [markdownCode(location)]),
    ...(change.guess === undefined ? [] : ['a guess']),
    ...(change.allowed
      ? [`let pass until ${change.allowed.expires}: ${markdownText(change.allowed.reason)}`]
      : []),
  ]
  return `- ${markdownSentence(change.sentence.replace(/\.$/, ''))}${rest.length === 0 ? '' : ` — ${rest.join(' · ')}`}`
}

const affectedLine = ({ file, line, kind, code: text, message }: AffectedLine): string => {
  const what = affectedWords[kind]
  const reason = message === undefined ? '' : `: ${markdownText(message)}`
  return `- ${markdownCode(`${file}:${line}`)} ${what} — ${markdownCode(shortened(text.trim(), longestCode))}${reason}`
}

const sectionsOf = (report: DiffReport): readonly Section[] => {
  const all = worstFirst(report.changes)
  const lines = (has: (change: ReportedChange) => boolean): string[] =>
    all.filter(has).map((change) => changeLine(change, report))
  const isDue = ({ ruling, allowed }: ReportedChange): boolean => ruling.verdict === 'mint' && !allowed
  const others = (effect: ReportedChange['effect']) => (change: ReportedChange) =>
    !isDue(change) && !change.allowed && change.effect === effect
  const sections: readonly Section[] = [
    { title: 'Needs a version of its own', isOpen: isBroken(report), lines: lines(isDue) },
    { title: 'Lines of your code', isOpen: false, lines: (report.impact?.lines ?? []).map(affectedLine) },
    { title: 'Breaks clients, and may ship', isOpen: false, lines: lines(others('breaks')) },
    { title: 'May break clients, and may ship', isOpen: false, lines: lines(others('may-break')) },
    { title: 'Let pass', isOpen: false, lines: lines(({ allowed }) => allowed !== undefined) },
    { title: 'Safe', isOpen: false, lines: lines(others('safe')) },
    { title: 'Words', isOpen: false, lines: lines(others('documentation')) },
    { title: 'Notes', isOpen: false, lines: report.notes.map(({ message }) => `- ${markdownText(message)}`) },
  ]
  return sections.filter((section) => section.lines.length > 0)
}

const sectionLines = ({ title, isOpen, lines }: Section, room: Room): string[] => {
  const heading = `${title} (${lines.length})`
  const { lines: fitting, leftOut } = room.take(lines)
  const shown = leftOut === 0 ? fitting : [...fitting, `- and ${leftOut} more`]
  if (isOpen) return [`#### ${heading}`, '', ...shown, '']
  return ['<details>', `<summary>${heading}</summary>`, '', ...shown, '', '</details>', '']
}

/** Bytes for the marks around the sections and the counts of lines left out. */
const bytesForMarks = 4_000

/** A report as a comment on a pull request: the verdict, what needs a version, and the rest to be opened. */
export function renderComment(report: DiffReport, longest: number = longestComment): string {
  const sign = isBroken(report) ? '❌' : '✅'
  const head = [
    commentMark,
    `### ${sign} ${markdownText(verdictText(report))}`,
    '',
    `${markdownCode(documentName(report.from))} → ${markdownCode(documentName(report.to))} · ${markdownText(countsText(report.counts))}${report.counts.allowed > 0 ? ` · ${counted(report.counts.allowed, 'change')} let pass` : ''}`,
    '',
  ]
  const foot = [
    `<sub>rampart ${markdownText(report.tool.version)} · policy: ${markdownText(report.policy)}</sub>`,
    '',
  ]
  const used = Buffer.byteLength([...head, ...foot].join('\n'))
  const room = new Room(longest - used - bytesForMarks)
  return [...head, ...sectionsOf(report).flatMap((section) => sectionLines(section, room)), ...foot].join(
    '\n',
  )
}
