import { jsonPointer, operationsIn, resolvePointer } from '../../document/index.js'
import type { Use } from '../model/change.js'
import type { ReportedChange } from '../model/report.js'
import type { ChangeTable, TableLine } from '../policy/clause.js'

/** A change of behaviour that the change table names and documents do not show as such. */
export interface Behaviour {
  readonly version: string
  /** In the words of the change table. */
  readonly says: string
  /** Where it shows, as if it were a change of the documents: so its uses are found in code. */
  readonly change: ReportedChange
}

const useOf = (operation: string, id: unknown): Use =>
  typeof id === 'string' ? { operation, operationId: id, within: '' } : { operation, within: '' }

const changeOf = (
  index: number,
  says: string,
  uses: readonly Use[],
  pointer: string | undefined,
): ReportedChange => ({
  id: 'behaviour',
  fingerprint: `behaviour-${index}`,
  direction: 'neither',
  ...(pointer === undefined ? {} : { from: { pointer }, to: { pointer } }),
  uses,
  effect: 'may-break',
  sentence: says,
  ruling: { verdict: 'mint', clause: 'change-table' },
})

/**
 * The changes of behaviour that come with the versions after one up to another.
 * @param document the newer document: a row that it has nothing of is another service's
 * @param changes those of the documents, which show what operations a location of the table belongs to
 */
export function behavioursBetween(
  table: ChangeTable,
  from: string | undefined,
  to: string | undefined,
  document: Readonly<Record<string, unknown>>,
  changes: readonly ReportedChange[],
): readonly Behaviour[] {
  if (from === undefined || to === undefined) return []
  const operations = operationsIn(document, 'paths').map(({ method, name, node, path }) => ({
    name: `${method} ${name}`,
    id: node['operationId'],
    pointer: `#${jsonPointer(path)}`,
  }))
  const versions = Object.keys(table).filter((version) => version > from && version <= to)
  const lines = versions
    .toSorted()
    .flatMap((version) => (table[version] ?? []).map((line) => ({ version, line })))
  const pointerOf = ({ pointers = [], operations: names = [] }: TableLine): string | undefined =>
    pointers.find((pointer) => resolvePointer(document, pointer) !== undefined) ??
    operations.find(({ name }) => names.includes(name))?.pointer
  const isOurs = lines.some(({ line }) => pointerOf(line) !== undefined)
  if (!isOurs) return []
  return lines.map(({ version, line }, index) => {
    const pointers = line.pointers ?? []
    const reached = changes.filter(({ from: was, to: is }) =>
      pointers.some((above) => [was, is].some((at) => `${at?.pointer}/`.startsWith(`${above}/`))),
    )
    const names = new Set([
      ...(line.operations ?? []),
      ...reached.flatMap(({ uses: all }) => all.map(({ operation }) => operation)),
    ])
    const uses = operations.filter(({ name }) => names.has(name)).map(({ name, id }) => useOf(name, id))
    const first = operations.find(({ name }) => names.has(name))
    return { version, says: line.says, change: changeOf(index, line.says, uses, first?.pointer) }
  })
}
