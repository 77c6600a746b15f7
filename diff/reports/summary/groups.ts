import { groupedBy } from '../../../document/index.js'
import type { Effect } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'

/** From the worst to the least. */
export const effects: readonly Effect[] = ['breaks', 'may-break', 'safe', 'documentation']

/** Changes that are shown together. */
export interface Group {
  /** The operations that they reach, or a few of them and the number of others; `the document` if they reach none. */
  readonly operations: readonly string[]
  readonly changes: readonly ReportedChange[]
}

/** The operations that a change reaches, each once. */
export function operationsOf({ uses }: Pick<ReportedChange, 'uses'>): readonly string[] {
  return [...new Set(uses.map(({ operation }) => operation))]
}

const weight = ({ ruling, effect, allowed }: ReportedChange): number =>
  effects.indexOf(effect) * 4 + (ruling.verdict === 'mint' ? 0 : 1) + (allowed ? 2 : 0)

/** Sorts changes by effect, breaking ones first; the order is stable. */
export function worstFirst(changes: readonly ReportedChange[]): readonly ReportedChange[] {
  return changes.toSorted((a, b) => weight(a) - weight(b))
}

/** Groups changes by the operations that they reach, the group with the worst change first. */
export function groupByOperation(changes: readonly ReportedChange[]): readonly Group[] {
  const groups = groupedBy(worstFirst(changes), (change) => JSON.stringify(operationsOf(change)))
  return [...groups.values()].map((own) => ({
    operations: own[0] ? operationsOf(own[0]) : [],
    changes: own,
  }))
}

/** Lists the first names of operations, and the number of others. */
export function listNames(
  operations: readonly string[],
  most: number,
  show: (name: string) => string,
): string {
  if (operations.length === 0) return 'the document'
  const rest = operations.length - most
  const shown = operations.slice(0, most).map((name) => show(name))
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}
