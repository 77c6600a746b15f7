import type { Problem } from '../diagnostics/index.js'
import { counted } from '../reporting/index.js'
import type {
  Circumstance,
  Counts,
  DiffReport,
  LocatedChange,
  Note,
  ReportedChange,
  ReportedDocument,
} from './model/report.js'
import { circumstanceOf, judgeChanges, needMint, notesOf, type Policy, verdictOf } from './policy/clause.js'
import { worstFirst } from './reports/summary/summary.js'

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

/** Judges the changes between two documents by policy, allow-list and the relation of the documents. */
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

/** A known change that is allowed until a date, as `allow.schema.json` describes it. */
interface AllowedChange {
  readonly fingerprint: string
  readonly reason: string
  /** The last day on which it is allowed, as YYYY-MM-DD in UTC. */
  readonly expires: string
  /** A description of the change for readers of the file. */
  readonly change?: string
}

export interface AllowList {
  readonly allowVersion: 1
  readonly changes: readonly AllowedChange[]
}

const nameOf = ({ fingerprint, change }: AllowedChange): string =>
  change === undefined ? fingerprint : `${fingerprint} (${change})`

/** Marks allowed changes with the reason, and notes entries that are expired or match nothing. */
export function applyAllowList(
  changes: readonly ReportedChange[],
  { changes: entries }: AllowList,
  today: string,
): Pick<DiffReport, 'changes' | 'notes'> {
  const valid = new Map(
    entries.filter(({ expires }) => expires >= today).map((one) => [one.fingerprint, one]),
  )
  const present = new Set(changes.map(({ fingerprint }) => fingerprint))
  const unmatched = [...valid.values()].filter(({ fingerprint }) => !present.has(fingerprint))
  const expired = entries.filter(({ expires }) => expires < today)
  return {
    changes: changes.map((change) => {
      const entry = valid.get(change.fingerprint)
      return entry ? { ...change, allowed: { reason: entry.reason, expires: entry.expires } } : change
    }),
    notes: [
      ...expired.map((one): Note => ({
        code: 'allow-expired',
        message: `the allow-list's entry for ${nameOf(one)} expired on ${one.expires}`,
      })),
      ...unmatched.map((one): Note => ({
        code: 'allow-unmatched',
        message: `the allow-list's entry for ${nameOf(one)} matches no change; remove it`,
      })),
    ],
  }
}

/** An allow-list of the changes that need a new version. The reasons are placeholders. */
export function allowListOf(changes: readonly ReportedChange[], reason: string, expires: string): AllowList {
  const due = changes.filter(({ ruling }) => ruling.verdict === 'mint')
  return {
    allowVersion: 1,
    changes: due.map(({ fingerprint, sentence, allowed }) => ({
      fingerprint,
      change: sentence,
      reason: allowed?.reason ?? reason,
      expires: allowed?.expires ?? expires,
    })),
  }
}
