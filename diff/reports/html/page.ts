import {
  type Aside,
  type Facet,
  type Figure,
  type FacetOption,
  queryOf,
  renderPage,
} from '../../../reporting/index.js'
import { type DiffReport, isBroken, type ReportedChange } from '../../model/report.js'
import type { ReportContext } from '../summary/context.js'
import { duties, dutyOf } from '../summary/duties.js'
import { countsText, documentName, verdictText } from '../summary/words.js'
import { areasOf, otherAreas, wholeDocument } from '../summary/areas.js'
import { rowsOf } from './items.js'
import { dutyFacet, effectFacet } from './states.js'

const verdicts: readonly FacetOption[] = [
  { value: 'mint', label: 'needs a version of its own' },
  { value: 'ship', label: 'may ship' },
  { value: 'allowed', label: 'let pass' },
]

const figuresOf = (report: DiffReport, effects: Facet): Figure[] => [
  ...effects.options.map(({ value, label, tone = 'quiet' }) => ({
    label: label === 'words' ? 'words alone' : label,
    value: String(report.changes.filter(({ effect }) => effect === value).length),
    tone,
    query: queryOf({ state: [value] }),
  })),
  {
    label: 'need a version',
    value: String(report.counts.mint),
    query: queryOf({ state: ['*'], verdict: ['mint'] }),
  },
  ...(report.counts.allowed > 0
    ? [
        {
          label: 'let pass',
          value: String(report.counts.allowed),
          query: queryOf({ state: ['*'], verdict: ['allowed'] }),
        },
      ]
    : []),
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
      rest: `${verdict === 'mint' ? 'needs a version of its own' : 'may ship'}${says === undefined ? '' : ` (\u201C${says}\u201D)`}`,
    }
  }),
})

const areaFacet = (
  changes: readonly ReportedChange[],
  areas: (change: ReportedChange) => readonly string[],
): Facet => {
  const all = [...new Set(changes.flatMap(areas))].toSorted()
  const last = [otherAreas, wholeDocument]
  const ordered = [
    ...all.filter((area) => !last.includes(area)),
    ...last.filter((area) => all.includes(area)),
  ]
  return {
    name: 'area',
    label: 'Area',
    kind: 'choice',
    options: ordered.map((value) => ({ value, label: value })),
  }
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
  return renderPage({
    title: `Changes ${subject}`,
    heading: 'Changes',
    subject,
    verdict: { tone: verdictTone(report), sentence: `${verdictText(report)}.` },
    figures: figuresOf(report, effects),
    facts: `${countsText(counts)}; ${from.name} (sha256 ${from.sha256.slice(0, 12)}) to ${to.name} (sha256 ${to.sha256.slice(0, 12)}), rampart ${tool.version}`,
    notices: notes.map(({ message }) => ({ title: 'Note:', text: message })),
    asides: changes.length === 0 ? [] : [dutyAside(report), policyAside(report)],
    matrix: { caption: 'Overview', row: 'area', column: 'state' },
    facets: [
      effects,
      dutyFacet(changes),
      areaFacet(changes, areas),
      {
        name: 'verdict',
        label: 'Verdict',
        kind: 'choice',
        options: verdicts.filter(({ value }) =>
          changes.some((change) => (change.allowed ? 'allowed' : change.ruling.verdict) === value),
        ),
      },
    ],
    groupedBy: 'todo',
    ...rowsOf(report, areas, context),
    exchanges: [],
    longest: longestOf(changes.length),
    itemWord: 'change',
  })
}
