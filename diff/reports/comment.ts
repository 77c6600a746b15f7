import {
  counted,
  markdownCode,
  markdownFence,
  markdownSentence,
  markdownText,
  Room,
  shortened,
} from '../../reporting/index.js'
import {
  type AffectedLine,
  type ChangeLocation,
  type DiffReport,
  isBroken,
  type ReportedChange,
  type ReportedClause,
  type ReportedDocument,
} from '../model/report.js'
import {
  affectedWords,
  countsText,
  documentName,
  duties,
  dutyOf,
  excerptIn,
  hrefOf,
  listNames,
  locationText,
  operationsOf,
  projectSentences,
  type ReportContext,
  type ShownDocument,
  todoOf,
  verdictText,
  verdictWords,
} from './summary/summary.js'

/** An entry of a comment, in a long and a short form. */
interface Entry {
  readonly whole: string
  readonly brief: string
}

const operationsNamed = 2
const longestPointer = 160

const linked = (name: string, side: ReportedDocument, location?: ChangeLocation, shown?: ShownDocument) => {
  if (!location) return []
  const text = markdownCode(locationText(side, location))
  const href = hrefOf(shown, location)
  const link = href === undefined ? text : `[${text}](${href})`
  const pointer = location.line === undefined ? '' : ` ${markdownCode(location.pointer, longestPointer)}`
  return [`${name} ${link}${pointer}`]
}

const rulingWords = ({ ruling, allowed }: ReportedChange): string => {
  if (allowed) return `allowed until ${allowed.expires}`
  return `${verdictWords[ruling.verdict]} (${markdownCode(ruling.clause)})`
}

const fragmentLines = (change: ReportedChange, context: ReportContext): string[] => {
  const lines = excerptIn(context, change).map((line) => line.replace(/^~/, ' '))
  if (lines.length === 0) return []
  const fence = markdownFence(lines, 'diff')
  return [
    '',
    '  <details><summary>Before and after</summary>',
    '',
    ...fence.map((line) => `  ${line}`),
    '',
    '  </details>',
    '',
  ]
}

/** Renders a change as an entry; the long form includes the fragments on request. */
const entryOf = (
  change: ReportedChange,
  report: DiffReport,
  context: ReportContext,
  withFragments: boolean,
): Entry => {
  const operations = operationsOf(change).filter((name) => !change.sentence.includes(`\`${name}\``))
  const named = operations.length === 0 ? '' : ` — ${listNames(operations, operationsNamed, markdownCode)}`
  const brief = `- ${markdownSentence(change.sentence.replace(/\.$/, ''))}${named}`
  const advice = todoOf(change)
  const facts = [
    rulingWords(change),
    ...linked('before', report.from, change.from, context.from),
    ...(change.to
      ? linked('after', report.to, change.to, context.to)
      : linked('near', report.to, change.near, context.to)),
    ...(change.allowed ? [`because: ${markdownText(change.allowed.reason)}`] : []),
    ...(change.guess === undefined ? [] : [`a guess: ${markdownText(change.guess)}`]),
  ]
  const whole = [
    advice === undefined ? brief : `${brief}. **${markdownSentence(advice)}**`,
    `  <br>${facts.join(' · ')}`,
    ...(withFragments ? fragmentLines(change, context) : []),
  ]
  return { whole: whole.join('\n'), brief }
}

/** GitHub's limit on a comment, in characters; counted in bytes, which are never fewer. */
export const longestComment = 65_536

/** Identifies the comment, so that a later job can replace it. */
export const commentMark = '<!-- rampart diff -->'

const longestCode = 200

/** The number of worst changes that are shown with fragments. */
const fragmentsShown = 12

/** The share of a section's size that entries in the long form may take. */
const partInFull = 0.8

/** A collapsible section of the comment. */
interface Section {
  readonly title: string
  readonly isOpen: boolean
  /** The share of the remaining size that it may take. */
  readonly share: number
  readonly entries: readonly Entry[]
}

const affectedLine = ({ file, line, kind, code: text, message }: AffectedLine): string => {
  const reason = message === undefined ? '' : `: ${markdownText(message)}`
  return `- ${markdownCode(`${file}:${line}`)} ${affectedWords[kind]} — ${markdownCode(shortened(text.trim(), longestCode))}${reason}`
}

const clauseLine = ({ id, title, says, verdict }: ReportedClause, { changes }: DiffReport): string => {
  const count = changes.filter(({ ruling }) => ruling.clause === id).length
  const words = says === undefined ? markdownText(title) : `\u201C${markdownText(says)}\u201D`
  return `- ${markdownCode(id)}, ${counted(count, 'change')}: ${words} — ${verdictWords[verdict]}`
}

/** Sizes are assigned to the groups of changes last. */
const shares = { now: 0.6, maybe: 0.6, nothing: 1 } as const

const sectionsOf = (report: DiffReport, context: ReportContext): readonly Section[] => {
  const all = report.changes
  const shown = new Set(all.filter((change) => dutyOf(change) !== 'nothing').slice(0, fragmentsShown))
  const groups = duties.map(({ value, label }): Section => {
    const own = all.filter((change) => dutyOf(change) === value)
    const entries = own.map((change) => entryOf(change, report, context, shown.has(change)))
    return { title: label, isOpen: value === 'now', share: shares[value], entries }
  })
  const [now, ...others] = groups
  const notes = report.notes.map(({ message }) => `- ${markdownText(message)}`)
  const clauses = report.clauses.map((clause) => clauseLine(clause, report))
  const lines = (title: string, texts: readonly string[]): Section => ({
    title,
    isOpen: false,
    share: 0.15,
    entries: texts.map((line) => ({ whole: line, brief: line })),
  })
  return [
    ...(now ? [now] : []),
    lines('Lines of your code', [
      ...projectSentences(report).map((text) => `- ${markdownText(text)}`),
      ...(report.impact?.lines ?? []).map(affectedLine),
    ]),
    lines('Notes', notes),
    ...others,
    lines('Policy', clauses),
  ].filter(({ entries }) => entries.length > 0)
}

/** Entries in the long form while they fit, then in the short form. */
const sectionLines = ({ title, isOpen, entries }: Section, room: Room): string[] => {
  const inFull = new Room(room.left * partInFull)
  const whole = inFull.take(entries.map((entry) => entry.whole))
  room.take(whole.lines)
  const brief = room.take(entries.slice(whole.lines.length).map((entry) => entry.brief))
  const shown = [...whole.lines, ...brief.lines]
  const rest = entries.length - shown.length
  const lines = rest === 0 ? shown : [...shown, `- and ${rest} more`]
  const heading = `${title} (${entries.length})`
  if (isOpen) return [`#### ${heading}`, '', ...lines, '']
  return ['<details>', `<summary>${heading}</summary>`, '', ...lines, '', '</details>', '']
}

/** Fits sections into a number of bytes: first the surrounding sections, then the changes by urgency. */
const fitted = (sections: readonly Section[], bytes: number): string[] => {
  let left = bytes
  const lines = new Map<Section, string[]>()
  const isGroup = ({ title }: Section): number => Number(duties.some(({ label }) => label === title))
  for (const section of sections.toSorted((a, b) => isGroup(a) - isGroup(b))) {
    const share = left * section.share
    const room = new Room(share)
    lines.set(section, sectionLines(section, room))
    left -= share - room.left
  }
  return sections.flatMap((section) => lines.get(section) ?? [])
}

/** Bytes reserved for the markup of sections and the counts of omitted lines. */
const bytesForMarks = 4_000

/** Renders a report as a comment on a pull request: the verdict, then the changes by urgency. */
export function renderComment(report: DiffReport, context: ReportContext = {}): string {
  const sign = isBroken(report) ? '❌' : '✅'
  const head = [
    commentMark,
    `### ${sign} ${markdownText(verdictText(report))}`,
    '',
    `${markdownCode(documentName(report.from))} → ${markdownCode(documentName(report.to))} · ${markdownText(countsText(report.counts))}${report.counts.allowed > 0 ? ` · ${counted(report.counts.allowed, 'change')} allowed` : ''}`,
    '',
  ]
  const foot = [
    `<sub>rampart ${markdownText(report.tool.version)} · policy: ${markdownText(report.policy)}</sub>`,
    '',
  ]
  const used = Buffer.byteLength([...head, ...foot].join('\n'))
  const body = fitted(sectionsOf(report, context), longestComment - used - bytesForMarks)
  return [...head, ...body, ...foot].join('\n')
}
