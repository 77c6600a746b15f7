import { jsonPointer, operationsIn, resolvePointer } from '../../document/index.js'
import type { Use } from '../model/change.js'
import type { ReportedChange } from '../model/report.js'
import { changeTable } from '../policy/change-table.js'
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

/** Two documents and what changed between them, as behaviours are looked for in them. */
export interface BehaviourQuestion {
  /** The change table of the policy that holds. */
  readonly table: ChangeTable
  /** The versions after this one count, up to the other; without both nothing is known. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** The older document and the newer one. */
  readonly documents: readonly [Document, Document]
  /** Those of the documents, which show what operations a location of the table belongs to. */
  readonly changes: readonly ReportedChange[]
}

type Document = Readonly<Record<string, unknown>>

interface Named {
  readonly name: string
  readonly id: unknown
  readonly pointer: string
}

const operationsOf = (document: Document): readonly Named[] =>
  operationsIn(document, 'paths').map(({ method, name, node, path }) => ({
    name: `${method} ${name}`,
    id: node['operationId'],
    pointer: `#${jsonPointer(path)}`,
  }))

const namesNothing = ({ pointers = [], operations = [] }: TableLine): boolean =>
  pointers.length + operations.length === 0

/** The rows that speak of these documents: those of a config always, those of the specification where it is theirs. */
const linesFor = ({ table, from = '', to = '', documents }: BehaviourQuestion, known: readonly Named[]) => {
  const operations = new Set(known.map(({ name }) => name))
  const isThere = ({ pointers = [], operations: named = [] }: TableLine): boolean =>
    named.some((name) => operations.has(name)) ||
    pointers.some((pointer) => documents.some((one) => resolvePointer(one, pointer) !== undefined))
  // Another service may have a schema or a path of the same name, and not most of them.
  const telling = Object.values(changeTable)
    .flat()
    .filter((line) => !namesNothing(line))
  const isOurs = telling.filter(isThere).length * 2 > telling.length
  return Object.keys(table)
    .filter((version) => version > from && version <= to)
    .toSorted()
    .flatMap((version) => {
      const row = table[version] ?? []
      const isConfigured = row !== changeTable[version]
      const holds = (line: TableLine): boolean =>
        isConfigured || (isOurs && (namesNothing(line) || isThere(line)))
      return row.filter(holds).map((line) => ({ version, line }))
    })
}

/** The changes of behaviour that come with the versions after one up to another. */
export function behavioursBetween(question: BehaviourQuestion): readonly Behaviour[] {
  const { from, to, documents, changes } = question
  if (from === undefined || to === undefined) return []
  const [older, newer] = documents.map(operationsOf)
  const operations = [...new Map([...(older ?? []), ...(newer ?? [])].map((one) => [one.name, one])).values()]
  return linesFor(question, operations).map(({ version, line }, index) => {
    const pointers = line.pointers ?? []
    const reached = changes.filter(({ from: was, to: is }) =>
      pointers.some((above) => [was, is].some((at) => `${at?.pointer}/`.startsWith(`${above}/`))),
    )
    const names = new Set([
      ...(line.operations ?? []),
      ...reached.flatMap(({ uses: all }) => all.map(({ operation }) => operation)),
    ])
    const own = operations.filter(({ name }) => names.has(name))
    const uses = own.map(({ name, id }) => useOf(name, id))
    return { version, says: line.says, change: changeOf(index, line.says, uses, own[0]?.pointer) }
  })
}
