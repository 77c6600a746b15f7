import {
  type Aside,
  type Facet,
  type Figure,
  type FacetOption,
  queryOf,
  renderPage,
  counted,
  firstOf,
  type Fact,
  type Section,
} from '../../reporting/index.js'
import {
  type AffectedLine,
  type ChangeLocation,
  type DiffReport,
  isBroken,
  effects,
  type ReportedChange,
  type ReportedDocument,
} from '../model/report.js'
import {
  affectedWords,
  type Areas,
  areasOf,
  countsText,
  documentName,
  duties,
  dutyOf,
  effectWord,
  excerptIn,
  hrefOf,
  locationText,
  operationsOf,
  otherAreas,
  type ReportContext,
  type ShownDocument,
  todoOf,
  verdictText,
  verdictWords,
  wholeDocument,
} from './summary/summary.js'
import { Table } from './json.js'
import { capital } from '../../document/index.js'

/** The tone in which each effect is shown. */
const tones = { breaks: 'bad', 'may-break': 'odd', safe: 'good', documentation: 'quiet' } as const

/** The filter for effects, the worst first. */
const effectFacet = (changes: readonly ReportedChange[]): Facet => {
  const present = new Set(changes.map(({ effect }) => effect))
  const options = effects
    .filter((effect) => present.has(effect))
    .map((effect): FacetOption => ({ value: effect, label: effectWord[effect], tone: tones[effect] }))
  return { name: 'state', label: 'Effect', kind: 'boxes', options }
}

const choice = (name: string, label: string, options: readonly FacetOption[]): Facet => {
  return { name, label, kind: 'choice', options }
}

/** The filter for the urgency of a change. */
const dutyFacet = (changes: readonly ReportedChange[]): Facet => {
  const present = new Set(changes.map(dutyOf))
  const options = duties.filter(({ value }) => present.has(value))
  return choice('todo', 'To do', options)
}

/** The ruling on a change in words, with the sentence of its clause. */
const rulingText = ({ ruling, allowed }: ReportedChange, { clauses, policy }: DiffReport): string => {
  const verdict =
    ruling.verdict === 'mint' ? 'Needs a version of its own' : 'May ship without a version of its own'
  const pass = allowed ? ` Allowed until ${allowed.expires}: ${allowed.reason}` : ''
  const clause = clauses.find(({ id }) => id === ruling.clause)
  if (clause?.says === undefined) {
    return `${verdict}. ${clause?.title ?? ruling.clause} (${policy}; ${ruling.clause}).${pass}`
  }
  return `${verdict}. ${capital(policy)}: \u201C${capital(clause.says)}.\u201D (${ruling.clause})${pass}`
}

const operationsShown = 2
const locationsShown = 3

const fact = (name: string, text: string | undefined, href?: string): Fact[] => {
  if (text === undefined || text === '') return []
  return [href === undefined ? [name, text] : [name, text, href]]
}

const located = (name: string, side: ReportedDocument, location?: ChangeLocation, shown?: ShownDocument) => {
  if (!location) return []
  const text = locationText(side, location)
  const pointer = location.line === undefined ? '' : ` ${location.pointer}`
  return fact(name, text + pointer, hrefOf(shown, location))
}

const changeSection = (change: ReportedChange, report: DiffReport, context: ReportContext): Section => {
  const operations = operationsOf(change)
  const locations = [...new Set(change.uses.map(({ within }) => within))].filter((text) => text !== '')
  const newer = change.to ? 'In the newer document' : 'In the newer document, near'
  return {
    tone: tones[change.effect],
    facts: [
      ...fact('What to do', todoOf(change)?.replaceAll('`', '')),
      ...fact('Policy', rulingText(change, report)),
      ...fact('A guess', change.guess),
      ...located('In the older document', report.from, change.from, context.from),
      ...located(newer, report.to, change.to ?? change.near, context.to),
      ...fact('Operations', operations.length <= operationsShown ? operations.join(', ') : undefined),
      ...fact('Lies in', firstOf(locations, locationsShown).join(', ')),
      ...fact('Fingerprint', change.fingerprint),
    ],
  }
}

const lineText = ({ file, line, column, code, kind, message }: AffectedLine): string => {
  const what = affectedWords[kind]
  return `${file}:${line}:${column} ${what}: ${code.trim()}${message === undefined ? '' : ` (${message})`}`
}

const codeSections = ({ impact }: DiffReport, { fingerprint }: ReportedChange): Section[] => {
  const lines = impact?.lines.filter(({ changes }) => changes.includes(fingerprint)) ?? []
  const facts: Fact[] = [['Your code', counted(lines.length, 'line')]]
  return lines.length === 0 ? [] : [{ facts, list: lines.map(lineText) }]
}

/** The changes of a report as the rows of its page, with the values that several rows share stored once. */
const rowsOf = (report: DiffReport, areasOf: Areas, context: ReportContext) => {
  const excerpts = new Table<string>()
  const lists = new Table<readonly string[]>()
  const sectionOf = (change: ReportedChange): Section => {
    const excerpt = excerptIn(context, change).join('\n')
    const operations = operationsOf(change)
    const label = `Reaches ${counted(operations.length, 'operation')}`
    return {
      ...changeSection(change, report, context),
      ...(excerpt === '' ? {} : { excerpt: excerpts.indexOf(excerpt) }),
      ...(operations.length <= operationsShown ? {} : { folded: { label, list: lists.indexOf(operations) } }),
    }
  }
  const items = report.changes.map((change) => ({
    id: `${change.id}@${change.fingerprint}`,
    title: change.sentence.replaceAll('`', ''),
    text: change.id,
    facets: {
      state: [change.effect],
      todo: [dutyOf(change)],
      area: areasOf(change),
      verdict: [passOf(change)],
    },
    sections: [sectionOf(change), ...codeSections(report, change)],
  }))
  return { items, excerpts: excerpts.rows, lists: lists.rows }
}

/** The value of a change in the filter for verdicts. */
const passOf = ({ allowed, ruling }: ReportedChange): string => (allowed ? 'allowed' : ruling.verdict)

const verdicts: readonly FacetOption[] = [
  { value: 'mint', label: verdictWords.mint },
  { value: 'ship', label: verdictWords.ship },
  { value: 'allowed', label: 'let pass' },
]

const figure = (label: string, count: number, verdict: string): Figure => ({
  label,
  value: String(count),
  query: queryOf({ state: ['*'], verdict: [verdict] }),
})

const figuresOf = (report: DiffReport, effects: Facet): Figure[] => [
  ...effects.options.map(({ value, label, tone = 'quiet' }) => ({
    label: label === 'words' ? 'words alone' : label,
    value: String(report.changes.filter(({ effect }) => effect === value).length),
    tone,
    query: queryOf({ state: [value] }),
  })),
  figure('need a version', report.counts.mint, 'mint'),
  ...(report.counts.allowed > 0 ? [figure('let pass', report.counts.allowed, 'allowed')] : []),
]

const toneOfDuty = { now: 'bad', maybe: 'odd', nothing: 'good' } as const

const dutyAside = ({ changes }: DiffReport): Aside => ({
  title: 'What a client has to do',
  lines: duties.map(({ value, label }) => ({
    tone: toneOfDuty[value],
    text: `${changes.filter((change) => dutyOf(change) === value).length} · ${label}`,
    query: queryOf({ state: ['*'], todo: [value] }),
  })),
})

const policyAside = ({ policy, clauses, changes }: DiffReport): Aside => ({
  title: `Policy: ${policy}`,
  lines: clauses.map(({ id, title, says, verdict }) => {
    const count = changes.filter(({ ruling }) => ruling.clause === id).length
    return {
      text: `${count} · ${title}:`,
      rest: `${verdictWords[verdict]}${says === undefined ? '' : ` (\u201C${says}\u201D)`}`,
    }
  }),
})

const areaFacet = (changes: readonly ReportedChange[], areas: Areas): Facet => {
  const all = [...new Set(changes.flatMap(areas))].toSorted()
  const last = [otherAreas, wholeDocument]
  const ordered = [...all.filter((area) => !last.includes(area)), ...last.filter((one) => all.includes(one))]
  const options = ordered.map((value) => ({ value, label: value }))
  return choice('area', 'Area', options)
}

const verdictTone = (report: DiffReport) =>
  isBroken(report) ? 'bad' : report.counts.breaks > 0 ? 'odd' : 'good'

/** In bytes, for up to a thousand changes: small enough for mail and for fast loading. */
const longestPage = 195_000
const bytesOfEachMore = 195
const longestOfAll = 1_000_000

const longestOf = (count: number): number =>
  Math.min(longestPage + Math.max(0, count - 1_000) * bytesOfEachMore, longestOfAll)

/** Renders the comparison as one self-contained page. Values from the documents are only inserted as text. */
export function renderDiffHtml(report: DiffReport, context: ReportContext = {}): string {
  const { from, to, counts, changes, notes, tool } = report
  const subject = `${documentName(from)} → ${documentName(to)}`
  const [effects, areas] = [effectFacet(changes), areasOf(changes)]
  const present = verdicts.filter(({ value }) => changes.some((change) => passOf(change) === value))
  return renderPage({
    title: `Changes ${subject}`,
    heading: 'Changes',
    subject,
    verdict: { tone: verdictTone(report), sentence: `${verdictText(report)}.` },
    figures: figuresOf(report, effects),
    facts: `${countsText(counts)}; ${from.name} (sha256 ${from.sha256.slice(0, 12)}) to ${to.name} (sha256 ${to.sha256.slice(0, 12)}), rampart ${tool.version}`,
    notices: notes.map(({ message }) => ({ title: 'Note:', text: message })),
    asides: changes.length === 0 ? [] : [dutyAside(report), policyAside(report)],
    columns: 'state',
    facets: [effects, dutyFacet(changes), areaFacet(changes, areas), choice('verdict', 'Verdict', present)],
    groupedBy: 'todo',
    ...rowsOf(report, areas, context),
    exchanges: [],
    longest: longestOf(changes.length),
    itemWord: 'change',
  })
}
