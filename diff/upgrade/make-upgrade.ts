import { addTo, jsonPointer, operationsIn, resolvePointer } from '../../document/index.js'
import { adviceOf } from '../catalogue/index.js'
import type {
  AffectedLine,
  DiffReport,
  Direction,
  Impact,
  ReportedChange,
  ReportedDocument,
  Use,
} from '../model/report.js'
import { type ChangeTable, isAtPointer, type TableLine } from '../policy/judge.js'
import { changeTable } from '../policy/minting.js'

/** A line of user code, with advice. */
export interface UpgradeLine extends AffectedLine {
  /** One sentence for each change, with names in backticks. */
  readonly advice: readonly string[]
}

/** A text that names the older version. */
export type NamedLine = Pick<AffectedLine, 'file' | 'line' | 'column' | 'code'>

/** An import, or another path into generated code, to rewrite. */
export interface Move extends NamedLine {
  readonly before: string
  readonly after: string
}

/** A change as an upgrade report refers to it. */
export interface UpgradeChange {
  readonly fingerprint: string
  readonly id: string
  readonly effect: string
  readonly sentence: string
  readonly advice: string
  /** The operations that it reaches. */
  readonly operations: readonly string[]
}

/** A finding in recorded traffic. It contains names from the recording, but none of its values. */
export interface TrafficFinding {
  /**
   * `request`: the newer version would refuse the request; `answer`: the response does not conform to the other
   * version.
   */
  readonly kind: 'request' | 'answer'
  /** `post /customers`. */
  readonly operation: string
  readonly status?: number
  readonly message: string
  readonly count: number
  /** 1-based position of the first entry in its recording. */
  readonly entry: number
  readonly advice: string
}

/** The findings in a recording. */
export interface Traffic {
  readonly file: string
  /** Whether the user's own program was recorded; the suite sends invalid requests on purpose. */
  readonly isOwn: boolean
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly TrafficFinding[]
}

/** The result of an upgrade rehearsal. `upgrade.schema.json` describes it as JSON. */
export interface UpgradeReport {
  readonly upgradeVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  readonly folder: string
  /** The document whose code the project imports: the older one, only the newer one, or neither. */
  readonly imports: Impact['imports'] | 'neither'
  readonly filesRead: number
  readonly ownErrors?: Impact['ownErrors']
  readonly notes: readonly string[]
  /** Lines that no longer compile. */
  readonly must: readonly UpgradeLine[]
  /** Lines that compile and use something that changed. */
  readonly may: readonly UpgradeLine[]
  /** Lines that compile only with the newer code. */
  readonly fresh: readonly UpgradeLine[]
  readonly moves: readonly Move[]
  /** Whether the moves were written to the files. */
  readonly isWritten: boolean
  readonly named: readonly NamedLine[]
  /** Changes that break or may break clients, but affect no line of this project. */
  readonly untouched: readonly UpgradeChange[]
  readonly changes: readonly UpgradeChange[]
  /** Announced changes of behaviour that are not shown at a line. */
  readonly behaviours: readonly { readonly version: string; readonly says: string }[]
  readonly traffic: readonly Traffic[]
  /** Commands to run, in order, each with a reason. */
  readonly commands: readonly { readonly command: string; readonly why: string }[]
}

/** Whether the project must change before it can use the newer version. */
export function mustChange({ must, traffic, imports }: Omit<UpgradeReport, 'commands'>): boolean {
  const isRefused = traffic.some((one) => one.isOwn && one.findings.some(({ kind }) => kind === 'request'))
  return must.length > 0 || (imports !== 'newer' && isRefused)
}

/** The advice for changes that have none of their own. */
const general: Readonly<Record<Direction, string>> = {
  request: 'Make the sent data match the newer document.',
  response: 'Make the code read the data that the newer document describes.',
  neither: 'Check whether the code relies on it.',
}

interface UpgradeInput extends Pick<UpgradeReport, 'moves' | 'isWritten' | 'named' | 'traffic'> {
  readonly report: DiffReport
  /** Absent if the project imports code of neither document. */
  readonly impact?: Impact
  readonly folder: string
  readonly notes: readonly string[]
  readonly behaviours: readonly Behaviour[]
}

const behaviourAdvice = 'Check that the code does not rely on the behaviour of the older version.'

const asUpgradeChange = (change: ReportedChange): UpgradeChange => ({
  fingerprint: change.fingerprint,
  id: change.id,
  effect: change.effect,
  sentence: change.sentence,
  advice: change.id === 'behaviour' ? behaviourAdvice : (adviceOf(change) ?? general[change.direction]),
  operations: [...new Set(change.uses.map(({ operation }) => operation))],
})

const unexplained = 'Read the message of the compiler and fix the line.'

/** Combines the input into a report. */
export function makeUpgrade(input: UpgradeInput): Omit<UpgradeReport, 'commands'> {
  const { report, impact, behaviours, moves, isWritten, named, traffic, folder, notes } = input
  const loud = report.changes.filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
  const lines = withCalls(impact?.lines ?? [], report.changes)
  const touched = new Set(lines.flatMap(({ changes }) => changes))
  const all = [...report.changes, ...behaviours.map(({ change }) => change)].map(asUpgradeChange)
  const known = new Map(all.map((change) => [change.fingerprint, change]))
  const adviceFor = ({ changes }: AffectedLine): string[] => {
    const advice = changes.flatMap((change) => known.get(change)?.advice ?? [])
    return advice.length === 0 ? [unexplained] : [...new Set(advice)]
  }
  /** The causes of an error that may break clients; all causes if there are none. */
  const causesOf = ({ changes }: AffectedLine): readonly string[] => {
    const loudOnes = changes.filter((change) => known.get(change)?.effect !== 'safe')
    return loudOnes.length > 0 ? loudOnes : changes
  }
  const linesOf = (kind: UpgradeLine['kind']): UpgradeLine[] =>
    lines
      .filter((line) => line.kind === kind)
      .map((line) => {
        const withCauses = Object.assign({}, line, { changes: causesOf(line) })
        return Object.assign(withCauses, { advice: adviceFor(withCauses) })
      })
  return {
    upgradeVersion: 1,
    tool: report.tool,
    from: report.from,
    to: report.to,
    folder,
    imports: impact?.imports ?? 'neither',
    filesRead: impact?.filesRead ?? 0,
    ...(impact?.ownErrors && { ownErrors: impact.ownErrors }),
    notes: [...(impact?.notes ?? []), ...notes],
    must: linesOf('error'),
    may: linesOf('mention'),
    fresh: linesOf('new'),
    moves,
    isWritten,
    named,
    untouched: loud.filter(({ fingerprint }) => !touched.has(fingerprint)).map(asUpgradeChange),
    changes: all.filter(({ fingerprint }) => touched.has(fingerprint)),
    behaviours: behaviours
      // A behaviour of operations is only shown at the lines that call them.
      .filter(
        ({ change }) =>
          !touched.has(change.fingerprint) && (impact === undefined || change.uses.length === 0),
      )
      .map(({ version, says }) => ({ version, says })),
    traffic,
  }
}

/** A change of behaviour in the change table that a comparison of documents does not show. */
interface Behaviour {
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
interface BehaviourQuestion {
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
    const reached = changes.filter((change) => isAtPointer(line, change))
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
    for (const { operation } of uses) addTo(byOperation, operation, fingerprint)
  }
  return lines.flatMap((line) => {
    const calls = line.changes.filter((change) => change.startsWith(prefix))
    const own = line.changes.filter((change) => !change.startsWith(prefix))
    const reached = calls.flatMap((call) => byOperation.get(call.slice(prefix.length)) ?? [])
    const all = [...new Set([...own, ...reached])]
    return all.length === 0 && line.kind === 'mention' ? [] : [{ ...line, changes: all }]
  })
}
