import type { Problem } from '../../diagnostics/index.js'
import { counted, firstOf } from '../../reporting/index.js'
import {
  type Change,
  type Circumstance,
  type Counts,
  type DiffReport,
  type Direction,
  type Effect,
  type LocatedChange,
  type Allowance,
  type Note,
  type ReportedChange,
  type ReportedClause,
  type ReportedDocument,
  type Ruling,
  type Verdict,
  effects,
} from '../model/report.js'

/** The changes that a clause applies to. An absent member matches everything. */
interface ChangeMatcher {
  /** Ids of changes, or kinds, which are ids without a direction. */
  readonly changes?: readonly string[]
  readonly directions?: readonly Direction[]
  readonly effects?: readonly Effect[]
  /** Whether only changes in request bodies match. */
  readonly inRequestBody?: true
}

/** One clause of a policy. The first one that matches a change decides. */
export interface Clause extends ReportedClause {
  readonly matches: ChangeMatcher
}

/** One line of a change table: a change that a version announces, and the locations that it accounts for. */
export interface TableLine {
  readonly says: string
  /** Pointers, in URI fragment form; changes at or below them are accounted for. */
  readonly pointers?: readonly string[]
  /** Operations, as `get /customers/{id}`; changes that reach no others are accounted for. */
  readonly operations?: readonly string[]
}

/** By version, the lines of its row. */
export type ChangeTable = Readonly<Record<string, readonly TableLine[]>>

/** The rules for when a change needs a new version. */
export interface Policy {
  readonly name: string
  readonly clauses: readonly Clause[]
  /** Absent if the policy has no change table. */
  readonly table?: ChangeTable
}

/** The id of a change without its direction. */
export function kindOf({ id, direction }: Pick<Change, 'id' | 'direction'>): string {
  return direction !== 'neither' && id.startsWith(`${direction}-`) ? id.slice(direction.length + 1) : id
}

const liesInRequestBody = ({ direction, uses }: Change): boolean =>
  direction === 'request' && uses.some(({ within }) => /^(request )?body\b/.test(within))

const matches = ({ changes, directions, effects, inRequestBody }: ChangeMatcher, change: Change): boolean =>
  (changes === undefined || changes.includes(change.id) || changes.includes(kindOf(change))) &&
  (directions === undefined || directions.includes(change.direction)) &&
  (effects === undefined || effects.includes(change.effect)) &&
  (inRequestBody === undefined || liesInRequestBody(change))

/** The first clause of a policy that matches a change. */
export function clauseFor(change: Change, { clauses }: Policy): Clause {
  const clause = clauses.find((one) => matches(one.matches, change))
  if (clause) return clause
  throw new TypeError(`the policy has no clause for ${change.id}`)
}

/** Adds the ruling of a policy to each change. */
export function judgeChanges<One extends Change>(changes: readonly One[], policy: Policy) {
  return changes.map((change) => {
    const { id, verdict } = clauseFor(change, policy)
    const ruling: Ruling = { verdict, clause: id }
    return { ...change, ruling }
  })
}

const isBelow = (pointer: string | undefined, above: string): boolean =>
  pointer === above || pointer?.startsWith(`${above}/`) === true

/** Whether a change is at or below a location that a line of a change table names. */
export function isAtPointer({ pointers = [] }: TableLine, { from, to }: Change): boolean {
  return pointers.some((above) => isBelow(from?.pointer, above) || isBelow(to?.pointer, above))
}

const isAbout = (line: TableLine, change: Change): boolean =>
  isAtPointer(line, change) ||
  (change.uses.length > 0 && change.uses.every(({ operation }) => line.operations?.includes(operation)))

type Comparison = Pick<DiffReport, 'from' | 'to' | 'circumstance' | 'changes'>

const mostNamed = 5

/** The relation of two documents, derived from their dates. */
const circumstanceOf = (from: ReportedDocument, to: ReportedDocument): Circumstance => {
  if (from.version === undefined || to.version === undefined) return 'undated'
  return from.version === to.version ? 'published' : 'dated'
}

/** The changes that need a new version and are not allowed. */
const needMint = (changes: readonly ReportedChange[]): readonly ReportedChange[] =>
  changes.filter(({ ruling, allowed }) => ruling.verdict === 'mint' && allowed === undefined)

/** The verdict of a comparison (specification, Versioning 6). */
const verdictOf = ({ circumstance, changes }: Comparison): Verdict => {
  const due = needMint(changes).length > 0
  if (circumstance === 'dated') return 'minted'
  if (due) return circumstance === 'published' ? 'drift' : 'must-be-minted'
  return changes.length === 0 ? 'same' : 'ships'
}

const sentences = (changes: readonly ReportedChange[]): string => {
  const all = changes.map(({ sentence }) => sentence.replace(/\.$/, ''))
  return firstOf(all, mostNamed).join('; ')
}

const notesOfText = ({ from, to, changes }: Comparison): Note[] => {
  if (changes.length === 0 && from.sha256 !== to.sha256) {
    const message =
      'the two texts differ only in bytes: order, spacing, spelling, or parts that affect no message'
    return [{ code: 'bytes-only', message }]
  }
  const isWords = changes.length > 0 && changes.every(({ effect }) => effect === 'documentation')
  return isWords ? [{ code: 'documentation-only', message: 'only documentation differs' }] : []
}

/** The lines of the table for the versions after `older` up to `newer`. */
const rowsBetween = (table: ChangeTable, older: string, newer: string): readonly TableLine[] =>
  Object.entries(table).flatMap(([version, lines]) =>
    version <= newer && (version > older || version === newer) ? lines : [],
  )

const notesOfTable = (older: string, newer: string, { changes }: Comparison, { table }: Policy): Note[] => {
  if (table === undefined) return []
  if (!Object.hasOwn(table, newer)) {
    // A table without either version is about another service.
    if (!Object.hasOwn(table, older)) return []
    return [{ code: 'not-in-change-table', message: `the change table has no row for ${newer}` }]
  }
  const rows = rowsBetween(table, older, newer)
  const beyond = needMint(changes).filter((change) => !rows.some((line) => isAbout(line, change)))
  if (beyond.length === 0) return []
  const message = `the row of ${newer} in the change table does not name: ${sentences(beyond)}`
  return [{ code: 'not-in-change-table', message }]
}

const notesOfDates = (comparison: Comparison, policy: Policy): Note[] => {
  const [older, newer] = [comparison.from.version ?? '', comparison.to.version ?? '']
  if (older > newer) {
    const message = `${older} is newer than ${newer}: the documents are in reverse order`
    return [{ code: 'reversed', message }]
  }
  const notes = notesOfTable(older, newer, comparison, policy)
  if (comparison.changes.some(({ ruling }) => ruling.verdict === 'mint')) return notes
  const message = `no change in ${comparison.to.version ?? comparison.to.name} needs a version of its own`
  return [{ code: 'nothing-to-mint', message }, ...notes]
}

/** Notes on a comparison besides its verdict. */
const notesOf = (comparison: Comparison, policy: Policy): Note[] => {
  const dated = comparison.circumstance === 'dated' ? notesOfDates(comparison, policy) : []
  return [...notesOfText(comparison), ...dated]
}

export interface ReportInput extends Pick<DiffReport, 'from' | 'to'> {
  /** The relation of the documents, in place of the one that their dates suggest. */
  readonly circumstance?: Circumstance
  readonly changes: readonly LocatedChange[]
  /** Problems for which the generator refuses a document, by the name of the document. */
  readonly refusals?: readonly (readonly [name: string, problems: readonly Problem[]])[]
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
const refusedNotes = (documents: NonNullable<ReportInput['refusals']>): Note[] =>
  documents.flatMap(([name, [first, ...others]]) => {
    if (first === undefined) return []
    const where = first.where?.pointer === undefined ? '' : ` (${first.where.pointer})`
    const rest = others.length === 0 ? '' : `, and ${counted(others.length, 'problem')} more`
    const message = `"rampart generate" refuses ${name}, so this comparison may be wrong: ${first.message}${where}${rest}`
    return [{ code: 'document-refused', message }]
  })

/** The order of changes: breaking ones first. */
const weight = ({ ruling, effect, allowed }: ReportedChange): number =>
  effects.indexOf(effect) * 4 + (ruling.verdict === 'mint' ? 0 : 1) + (allowed ? 2 : 0)

/** Judges the changes between two documents by policy, allow-list and the relation of the documents. */
export function makeReport({ from, to, policy, allowList, today, tool, ...rest }: ReportInput): DiffReport {
  const judged = judgeChanges(rest.changes, policy)
  const allowed = applyAllowList(judged, allowList ?? { allowVersion: 1, changes: [] }, today)
  const circumstance = rest.circumstance ?? circumstanceOf(from, to)
  const changes = allowed.changes.toSorted((a, b) => weight(a) - weight(b))
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
    notes: [...refusedNotes(rest.refusals ?? []), ...notesOf(occasion, policy), ...allowed.notes],
  }
}

/** A known change that is allowed until a date, as `allow.schema.json` describes it. */
interface AllowedChange extends Allowance {
  readonly fingerprint: string
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
  const valid = new Map(entries.filter((one) => one.expires >= today).map((one) => [one.fingerprint, one]))
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
