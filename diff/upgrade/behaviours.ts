import { jsonPointer, operationsIn, resolvePointer } from '../../document/index.js'
import type { Use } from '../model/change.js'
import type { ReportedChange, AffectedLine } from '../model/report.js'
import { changeTable } from '../policy/change-table.js'
import type { ChangeTable, TableLine } from '../policy/clause.js'

/** A change of behaviour in the change table that a comparison of documents does not show. */
export interface Behaviour {
  readonly version: string
  /** As the change table states it. */
  readonly says: string
  /** The location of the behaviour as a change of the documents, so that its uses in code can be found. */
  readonly change: ReportedChange
}

const useOf = ({ name: operation, id }: Named): Use =>
  typeof id === 'string' ? { operation, operationId: id, within: '' } : { operation, within: '' }

/** A change that no comparison found, whose uses in code are searched for like those of any other. */
const placeholder = (
  id: 'behaviour' | 'calls',
  fingerprint: string,
  sentence: string,
  operations: readonly Named[],
): ReportedChange => {
  const [first] = operations
  const location = first && { pointer: first.pointer }
  return {
    id,
    fingerprint,
    direction: 'neither',
    ...(location && { from: location, to: location }),
    uses: operations.map(useOf),
    effect: 'may-break',
    sentence,
    ruling: { verdict: 'mint', clause: 'change-table' },
  }
}

/** Two documents and the changes between them, in which to look for changes of behaviour. */
export interface BehaviourQuestion {
  /** The change table of the policy in effect. */
  readonly table: ChangeTable
  /** Versions after `from` up to `to` count; if one is missing, no behaviours are found. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** The older document and the newer one. */
  readonly documents: readonly [Document, Document]
  /** The changes between the documents, whose uses show the operations that a location of the table belongs to. */
  readonly changes: readonly ReportedChange[]
}

type Document = Readonly<Record<string, unknown>>

interface Named {
  readonly name: string
  readonly id: unknown
  readonly pointer: string
}

const operationsOf = (document: unknown): readonly Named[] =>
  operationsIn(document, 'paths', true).map(({ method, name, node, path }) => ({
    name: `${method} ${name}`,
    id: node['operationId'],
    pointer: `#${jsonPointer(path)}`,
  }))

const namesNothing = ({ pointers = [], operations = [] }: TableLine): boolean =>
  pointers.length + operations.length === 0

/**
 * The rows that apply to these documents: those of a config always, those of the specification only if the documents
 * are of its service.
 */
const linesFor = ({ table, from = '', to = '', documents }: BehaviourQuestion, known: readonly Named[]) => {
  const operations = new Set(known.map(({ name }) => name))
  const isThere = ({ pointers = [], operations: named = [] }: TableLine): boolean =>
    named.some((name) => operations.has(name)) ||
    pointers.some((pointer) => documents.some((one) => resolvePointer(one, pointer) !== undefined))
  // Another service may share some names of schemas or paths, but not most of them.
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

/** The changes of behaviour in the versions after one up to another. */
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
    const change = placeholder('behaviour', `behaviour-${index}`, line.says, own)
    return { version, says: line.says, change }
  })
}

const prefix = 'calls '

/** A placeholder change for each operation of a document; its mentions in code are the calls of the operation. */
export function callsOf(document: unknown): readonly ReportedChange[] {
  return operationsOf(document).map((one) => placeholder('calls', `${prefix}${one.name}`, one.name, [one]))
}

/**
 * Removes the calls from the lines, and assigns to them the changes that reach the called operation and affect no
 * other line.
 */
export function withCalls(
  lines: readonly AffectedLine[],
  changes: readonly ReportedChange[],
): readonly AffectedLine[] {
  const touched = new Set(lines.flatMap((line) => line.changes))
  const byOperation = new Map<string, string[]>()
  for (const { fingerprint, effect, uses } of changes) {
    if (touched.has(fingerprint) || !['breaks', 'may-break'].includes(effect)) continue
    for (const { operation } of uses) {
      byOperation.set(operation, [...(byOperation.get(operation) ?? []), fingerprint])
    }
  }
  return lines.flatMap((line) => {
    const calls = line.changes.filter((change) => change.startsWith(prefix))
    const own = line.changes.filter((change) => !change.startsWith(prefix))
    const reached = calls.flatMap((call) => byOperation.get(call.slice(prefix.length)) ?? [])
    const all = [...new Set([...own, ...reached])]
    return all.length === 0 && line.kind === 'mention' ? [] : [{ ...line, changes: all }]
  })
}
