import { groupedBy } from '../../../document/index.js'
import { type AnnotationLevel, counted, wordFor } from '../../../reporting/index.js'
import { adviceOf } from '../../catalogue/index.js'
import { type Excerpt, excerptOf } from './excerpt.js'
import {
  type AffectedLine,
  type ChangeLocation,
  type Counts,
  type DiffReport,
  type Effect,
  isBroken,
  type ReportedChange,
  type ReportedDocument,
} from '../../model/report.js'

export const effectWord: Readonly<Record<Effect, string>> = {
  breaks: 'breaks',
  'may-break': 'may break',
  safe: 'safe',
  documentation: 'words',
}

export const verdictWords = { mint: 'needs a version of its own', ship: 'may ship' } as const

/** `12 changes: 3 break clients, 2 may break some, 5 are safe, 2 are documentation only`. */
export function countsText({ changes, breaks, mayBreak, safe, documentation }: Counts): string {
  const parts = [
    ...(breaks > 0 ? [`${breaks} ${wordFor(breaks, 'breaks', 'break')} clients`] : []),
    ...(mayBreak > 0 ? [`${mayBreak} may break some`] : []),
    ...(safe > 0 ? [`${safe} ${wordFor(safe, 'is', 'are')} safe`] : []),
    ...(documentation > 0
      ? [`${documentation} ${wordFor(documentation, 'is', 'are')} documentation only`]
      : []),
  ]
  return parts.length === 0 ? 'no changes' : `${counted(changes, 'change')}: ${parts.join(', ')}`
}

const mintText = ({ mint }: Counts): string => `${counted(mint, 'change')} ${wordFor(mint, 'needs', 'need')}`

/** The display name of a document: its version, or else its name. */
export function documentName({ name, version }: ReportedDocument): string {
  return version ?? name
}

/** The verdict as one sentence, without a full stop. */
export function verdictText({ verdict, from, to, counts }: DiffReport): string {
  switch (verdict) {
    case 'same':
      return 'Nothing differs'
    case 'ships':
      return counts.mint === 0 && counts.allowed > 0
        ? `All changes that need a version of their own are allowed: ${counted(counts.allowed, 'change')}`
        : 'All changes may ship without a new version'
    case 'minted':
      return counts.mint === 0
        ? `${documentName(to)} has no change that needs a version of its own`
        : `${documentName(to)} is a version of its own, and ${mintText(counts)} one`
    case 'must-be-minted':
      return `${mintText(counts)} a version of ${wordFor(counts.mint, 'its', 'their')} own`
    case 'drift':
      return `Drift: ${from.version ?? 'a published version'} changed under its users, ${mintText(counts)} a version of ${wordFor(counts.mint, 'its', 'their')} own`
  }
}

/** The location that is shown: in the newer document, or for a removal in the older one, or nearest to it. */
export function shownLocation({ from, to, near }: ReportedChange, report: DiffReport) {
  if (to) return { document: report.to, location: to }
  const { file } = report.to
  const hasOwnFile = report.from.file !== undefined && report.from.file !== file
  if (near && file !== undefined && !hasOwnFile) return { document: report.to, location: near }
  return from && { document: report.from, location: from }
}

/** `file:line` of a location, or its pointer if the line is unknown. */
export function locationText({ file, name }: ReportedDocument, { line, pointer }: ChangeLocation): string {
  return line === undefined ? `${file ?? name} ${pointer}` : `${file ?? name}:${line}`
}

/** `file:line` of a change. */
export function fileAndLine(change: ReportedChange, report: DiffReport): string {
  const shown = shownLocation(change, report)
  return shown ? locationText(shown.document, shown.location) : ''
}

/** The severity of a change: an error breaks the policy, a warning may affect a client, a note is information. */
export function levelOf({ ruling, allowed, effect }: ReportedChange, report: DiffReport): AnnotationLevel {
  if (ruling.verdict === 'mint' && allowed === undefined && isBroken(report)) return 'error'
  return effect === 'breaks' || effect === 'may-break' ? 'warning' : 'note'
}

/** The effect of a change on a line of user code. */
export const affectedWords: Readonly<Record<AffectedLine['kind'], string>> = {
  error: 'no longer compiles',
  mention: 'uses a changed part',
  new: 'uses a new part',
}

/** Sentences about the examined project besides its affected lines. */
export function projectSentences({ impact, to }: DiffReport): readonly string[] {
  if (!impact) return []
  const { imports, ownErrors, notes } = impact
  const [first] = ownErrors?.first ?? []
  const isDone = impact.lines.every(({ kind }) => kind !== 'error')
  const state = isDone ? 'nothing is left to do' : 'the lines that do not compile are left to do'
  const moved = `it already imports code of ${documentName(to)}: ${state}; lines that use changed parts are listed`
  const own = ownErrors && `${counted(ownErrors.count, 'error')} of its own, which no change caused`
  const where = first ? `: ${first.file}:${first.line}:${first.column} ${first.message}` : ''
  return [
    ...(imports === 'newer' ? [moved] : []),
    ...(own === undefined ? [] : [`it does not compile even without the changes: ${own}${where}`]),
    ...notes,
  ]
}

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

/** Groups changes by the operations that they reach, the group with the worst change first. */
export function groupByOperation(changes: readonly ReportedChange[]): readonly Group[] {
  const groups = groupedBy(changes, (change) => JSON.stringify(operationsOf(change)))
  return [...groups.values()].map((own) => ({ operations: own[0] ? operationsOf(own[0]) : [], changes: own }))
}

/** Lists the first names of operations, and the number of others. */
export function listNames(names: readonly string[], most: number, show: (name: string) => string): string {
  if (names.length === 0) return 'the document'
  const rest = names.length - most
  const shown = names.slice(0, most).map((name) => show(name))
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** The area of a change that reaches no operation. */
export const wholeDocument = 'the document'

/** The area for everything beyond the areas with a row of their own. */
export const otherAreas = 'other areas'

const mostAreas = 16

const pathOf = (operation: string): string[] | undefined => {
  const path = /^[a-z]+ (\/\S*)/i.exec(operation)?.[1]
  return path?.split('/').filter((segment) => segment !== '')
}

/** The number of leading segments that all paths share, such as `api` and `v1`; each path keeps at least one. */
const commonLength = (paths: readonly (readonly string[])[]): number => {
  const [first = []] = paths
  const shared = first.findIndex(
    (segment, index) => !paths.every((path) => path[index] === segment && path.length > index + 1),
  )
  return shared === -1 ? Math.max(0, first.length - 1) : shared
}

export type Areas = (change: ReportedChange) => readonly string[]

/** The areas of each change: the first path segment that differs, `webhooks`, or the document. */
export function areasOf(changes: readonly ReportedChange[]): Areas {
  const paths = changes.flatMap(operationsOf).flatMap((operation) => {
    const path = pathOf(operation)
    return path ? [path] : []
  })
  const common = commonLength(paths)
  const areaOf = (operation: string): string => {
    const rest = pathOf(operation)?.slice(common)
    if (!rest) return `${operation.split(' ', 1)[0] ?? ''}s`
    return `/${rest.find((segment) => !segment.startsWith('{')) ?? rest[0] ?? ''}`
  }
  const counts = new Map<string, number>()
  for (const change of changes) {
    for (const area of new Set(operationsOf(change).map(areaOf)))
      counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  // Hundreds of rows would not be an overview, so only the largest areas get one.
  const own = new Set(
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, counts.size > mostAreas ? mostAreas - 1 : mostAreas)
      .map(([area]) => area),
  )
  return (change) => {
    const areas = operationsOf(change).map(areaOf)
    const shown = [...new Set(areas.map((area) => (own.has(area) ? area : otherAreas)))]
    return shown.length === 0 ? [wholeDocument] : shown
  }
}

/** The urgency of a change for a client. */
type Duty = 'now' | 'maybe' | 'nothing'

/** The groups of changes in reports for people, the most urgent first. */
export const duties: readonly { readonly value: Duty; readonly label: string }[] = [
  { value: 'now', label: 'Must change now' },
  { value: 'maybe', label: 'May have to change' },
  { value: 'nothing', label: 'Nothing to do' },
]

const byEffect: Readonly<Record<Effect, Duty>> = {
  breaks: 'now',
  'may-break': 'maybe',
  safe: 'nothing',
  documentation: 'nothing',
}

/** The urgency of a change for a client, derived from its effect. */
export function dutyOf({ effect }: Pick<ReportedChange, 'effect'>): Duty {
  return byEffect[effect]
}

/** The advice on a change, unless it is safe, or concerns documentation alone. */
export function todoOf(change: ReportedChange, names?: string): string | undefined {
  const isIdle = dutyOf(change) === 'nothing' && !change.id.endsWith('-deprecated')
  return isIdle ? undefined : adviceOf(change, names)
}

/** A document as a report shows it. */
export interface ShownDocument {
  /** The document as parsed JSON or YAML. */
  readonly document: unknown
  /** URL of its text, to which `#L12` is appended for a line; absent if there is none. */
  readonly href?: string
}

/** Optional input of a report; without it there are no fragments and no links. */
export interface ReportContext {
  readonly from?: ShownDocument
  readonly to?: ShownDocument
}

/** The fragments that a change concerns; empty without the documents. */
export function excerptIn({ from, to }: ReportContext, change: ReportedChange): Excerpt {
  return from && to ? excerptOf(from.document, to.document, change) : []
}

/** The URL of a location. */
export function hrefOf(shown: ShownDocument | undefined, { line }: ChangeLocation): string | undefined {
  if (shown?.href === undefined) return undefined
  return line === undefined ? shown.href : `${shown.href}#L${line}`
}
