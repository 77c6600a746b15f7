import { firstOf } from '../../reporting/index.js'
import type { Circumstance, Note, ReportedChange, ReportedDocument, Verdict } from '../model/report.js'
import { beyondTable } from './change-table.js'
import type { ChangeTable, Policy, TableLine } from './clause.js'

export interface JudgedComparison {
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  readonly circumstance: Circumstance
  readonly changes: readonly ReportedChange[]
}

const mostNamed = 5

/** How two documents relate, derived from their dates. */
export function circumstanceOf(from: ReportedDocument, to: ReportedDocument): Circumstance {
  if (from.version === undefined || to.version === undefined) return 'undated'
  return from.version === to.version ? 'published' : 'dated'
}

/** The changes that need a new version and are not allowed. */
export function needMint(changes: readonly ReportedChange[]): readonly ReportedChange[] {
  return changes.filter(({ ruling, allowed }) => ruling.verdict === 'mint' && allowed === undefined)
}

/** The verdict of a comparison (specification, Versioning 6). */
export function verdictOf({ circumstance, changes }: JudgedComparison): Verdict {
  const due = needMint(changes).length > 0
  if (circumstance === 'dated') return 'minted'
  if (due) return circumstance === 'published' ? 'drift' : 'must-be-minted'
  return changes.length === 0 ? 'same' : 'ships'
}

const sentences = (changes: readonly ReportedChange[]): string => {
  const all = changes.map(({ sentence }) => sentence.replace(/\.$/, ''))
  return firstOf(all, mostNamed).join('; ')
}

const notesOfText = ({ from, to, changes }: JudgedComparison): Note[] => {
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

const notesOfTable = (
  older: string,
  newer: string,
  { changes }: JudgedComparison,
  { table }: Policy,
): Note[] => {
  if (table === undefined) return []
  if (!Object.hasOwn(table, newer)) {
    return [{ code: 'not-in-change-table', message: `the change table has no row for ${newer}` }]
  }
  const beyond = beyondTable(needMint(changes), rowsBetween(table, older, newer))
  if (beyond.length === 0) return []
  const message = `the row of ${newer} in the change table does not name: ${sentences(beyond)}`
  return [{ code: 'not-in-change-table', message }]
}

const notesOfDates = (comparison: JudgedComparison, policy: Policy): Note[] => {
  const [older, newer] = [comparison.from.version ?? '', comparison.to.version ?? '']
  if (older > newer) {
    return [
      { code: 'reversed', message: `${older} is newer than ${newer}: the documents are in reverse order` },
    ]
  }
  const isFree = !comparison.changes.some(({ ruling }) => ruling.verdict === 'mint')
  const nothingToMint: Note[] = isFree
    ? [{ code: 'nothing-to-mint', message: `no change in ${newer} needs a version of its own` }]
    : []
  return [...nothingToMint, ...notesOfTable(older, newer, comparison, policy)]
}

/** Notes on a comparison besides its verdict. */
export function notesOf(comparison: JudgedComparison, policy: Policy): Note[] {
  const dated = comparison.circumstance === 'dated' ? notesOfDates(comparison, policy) : []
  return [...notesOfText(comparison), ...dated]
}
