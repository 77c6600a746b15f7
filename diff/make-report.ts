import type { Problem } from '../diagnostics/index.js'
import { counted } from '../reporting/index.js'
import { type AllowList, applyAllowList } from './policy/allow-list.js'
import { circumstanceOf, needMint, notesOf, verdictOf } from './policy/circumstances.js'
import { type Policy, judgeChanges } from './policy/clause.js'
import { worstFirst } from './reports/summary/groups.js'
import type {
  Circumstance,
  Counts,
  DiffReport,
  LocatedChange,
  Note,
  ReportedChange,
  ReportedDocument,
} from './model/report.js'

export interface ReportInput {
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  /** How the documents relate; overrides what their dates suggest. */
  readonly circumstance?: Circumstance
  readonly changes: readonly LocatedChange[]
  /** Problems for which the generator refuses a document, by the name of the document. */
  readonly faults?: readonly (readonly [name: string, faults: readonly Problem[]])[]
  readonly policy: Policy
  readonly allowList?: AllowList
  /** As YYYY-MM-DD in UTC. */
  readonly today: string
  /** Version of rampart. */
  readonly tool: string
}

const countsOf = (changes: readonly ReportedChange[]): Counts => {
  const count = (has: (change: ReportedChange) => boolean): number => changes.filter(has).length
  return {
    changes: changes.length,
    breaks: count(({ effect }) => effect === 'breaks'),
    mayBreak: count(({ effect }) => effect === 'may-break'),
    safe: count(({ effect }) => effect === 'safe'),
    documentation: count(({ effect }) => effect === 'documentation'),
    mint: needMint(changes).length,
    allowed: count(({ allowed }) => allowed !== undefined),
  }
}

const clausesOf = (changes: readonly ReportedChange[], { clauses }: Policy): DiffReport['clauses'] => {
  const used = new Set(changes.map(({ ruling }) => ruling.clause))
  return clauses
    .filter(({ id }) => used.has(id))
    .map(({ id, title, basis, says, verdict }) =>
      Object.assign({ id, title, basis, verdict }, says !== undefined && { says }),
    )
}

/** Notes on broken documents, whose comparison may be wrong. */
const brokenNotes = (documents: NonNullable<ReportInput['faults']>): Note[] =>
  documents.flatMap(([name, [first, ...others]]) => {
    if (first === undefined) return []
    const where = first.where?.pointer === undefined ? '' : ` (${first.where.pointer})`
    const rest = others.length === 0 ? '' : `, and ${counted(others.length, 'problem')} more`
    const message = `"rampart generate" refuses ${name}, so this comparison may be wrong: ${first.message}${where}${rest}`
    return [{ code: 'document-refused', message }]
  })

/**
 * Judges the changes between two documents by the policy, the allow-list and the relation of the documents.
 */
export function makeReport({ from, to, policy, allowList, today, tool, ...rest }: ReportInput): DiffReport {
  const judged = judgeChanges(rest.changes, policy)
  const allowed = applyAllowList(judged, allowList ?? { allowVersion: 1, changes: [] }, today)
  const circumstance = rest.circumstance ?? circumstanceOf(from, to)
  const changes = worstFirst(allowed.changes)
  const occasion = { from, to, circumstance, changes }
  return {
    tool: { name: 'rampart', version: tool },
    from,
    to,
    circumstance,
    verdict: verdictOf(occasion),
    policy: policy.name,
    counts: countsOf(changes),
    changes,
    clauses: clausesOf(changes, policy),
    notes: [...brokenNotes(rest.faults ?? []), ...notesOf(occasion, policy), ...allowed.notes],
  }
}
