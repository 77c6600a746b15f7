import { type AllowList, applyAllowList } from './policy/allow-list.js'
import { circumstanceOf, needMint, notesOf, verdictOf } from './policy/circumstances.js'
import type { Policy } from './policy/clause.js'
import { judgeChanges } from './policy/judge.js'
import { worstFirst } from './reports/summary/groups.js'
import type {
  Circumstance,
  Counts,
  DiffReport,
  LocatedChange,
  ReportedChange,
  ReportedDocument,
} from './model/report.js'

/** The input of a report. */
export interface ReportInput {
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  /** How the documents relate; overrides what their dates suggest. */
  readonly circumstance?: Circumstance
  readonly changes: readonly LocatedChange[]
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

/** Judges the changes between two documents by the policy, the allow-list and how the documents relate. */
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
    notes: [...notesOf(occasion, policy), ...allowed.notes],
  }
}
