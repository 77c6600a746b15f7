import { addTo, cached, listOf, operationsIn, resolvePointer, textOf } from '../../../document/index.js'
import type { TableLine } from '../../policy/judge.js'
import type { DiffReport, ReportedChange } from '../../model/report.js'
import { areasOf, documentName, operationsOf, type ReportContext, wholeDocument } from '../summary/summary.js'
import {
  type ChangelogGroup,
  type ChangelogKind,
  type ChangelogSection,
  entriesOf,
  mergedDirections,
  type Release,
} from './entries.js'

const titles: Readonly<Record<ChangelogKind, string>> = {
  act: 'Changes to act on',
  removed: 'Removed',
  check: 'Changes to check',
  new: 'New',
  deprecated: 'Deprecated',
  changed: 'Also changed',
}

const across = 'Across the API'
const mostAreas = 2

const kindOf = ({ id, effect }: ReportedChange): ChangelogKind | undefined => {
  if (/[a-z]-deprecated$/.test(id) && !id.includes('-no-longer-')) return 'deprecated'
  if (effect === 'documentation') return undefined
  const isRemoval =
    /(^|-)(operation|webhook|callback|property|parameter|header|body|media-type|status|server)-removed/.test(
      id,
    )
  if (isRemoval) return 'removed'
  if (effect === 'breaks') return 'act'
  if (effect === 'may-break') return 'check'
  return /-added(-|$)/.test(id) ? 'new' : 'changed'
}

/** An operation as the documents describe it. */
interface Described {
  readonly tag: string | undefined
  readonly summary: string | undefined
}

/** The first tag and the summary of each operation (`get /pets`); the newer document takes precedence. */
const describedIn = ({ from, to }: ReportContext): ReadonlyMap<string, Described> => {
  const found = new Map<string, Described>()
  for (const shown of [from, to]) {
    for (const { method, name, node } of shown ? operationsIn(shown.document, 'paths', true) : []) {
      const tag = textOf(listOf(node['tags'])[0])
      const summary = textOf(node['summary'])?.trim().replace(/\.$/, '')
      found.set(`${method} ${name}`, { tag, summary: summary === '' ? undefined : summary })
    }
  }
  return found
}

/** The areas of a change: those of its operations, if they are few. */
const groupNames = (changes: readonly ReportedChange[], described: ReadonlyMap<string, Described>) => {
  const areas = areasOf(changes)
  return (own: readonly ReportedChange[]): string => {
    const names = new Set(
      own.flatMap((change) => {
        const tagged = operationsOf(change).map((operation) => described.get(operation)?.tag)
        const all = tagged.length > 0 && tagged.every((tag) => tag !== undefined)
        return all ? tagged : areas(change).map((area) => (area === wholeDocument ? across : area))
      }),
    )
    return names.size > mostAreas ? across : [...names].toSorted().join(', ')
  }
}

const byName = ({ name: a }: ChangelogGroup, { name: b }: ChangelogGroup): number => {
  if (a === across || b === across) return Number(a === across) - Number(b === across)
  return a < b ? -1 : Number(a > b)
}

const sectionsOf = (changes: readonly ReportedChange[], context: ReportContext): ChangelogSection[] => {
  const described = describedIn(context)
  const nameOf = groupNames(changes, described)
  const kinds = new Map<ChangelogKind, Map<string, ReportedChange[]>>()
  for (const [worst, own] of mergedDirections(changes)) {
    const kind = kindOf(worst)
    if (kind === undefined) continue
    const groups = cached(kinds, kind, () => new Map<string, ReportedChange[]>())
    const name = nameOf(own)
    for (const change of own) addTo(groups, name, change)
  }
  return (Object.keys(titles) as ChangelogKind[]).flatMap((kind) => {
    const groups = [...(kinds.get(kind) ?? [])].map(([name, own]) => ({
      name,
      entries: entriesOf(own, (operation) => described.get(operation)?.summary),
    }))
    return groups.length === 0 ? [] : [{ kind, title: titles[kind], groups: groups.toSorted(byName) }]
  })
}

/** The announced changes, if the document has all locations of the row, which is one service's. */
const announcedIn = (row: readonly TableLine[], document: unknown): readonly string[] => {
  const known = new Set(operationsIn(document, 'paths', true).map(({ method, name }) => `${method} ${name}`))
  const pointers = row.flatMap((line) => line.pointers ?? [])
  const named = row.flatMap((line) => line.operations ?? [])
  const isOfThis =
    pointers.every((pointer) => resolvePointer(document, pointer) !== undefined) &&
    named.every((operation) => known.has(operation))
  return isOfThis && pointers.length + named.length > 0 ? row.map(({ says }) => says) : []
}

/** Facts about a version that its changes do not contain. */
interface ReleaseOptions {
  readonly isDefault?: boolean
  /** The row of the change table for the version. */
  readonly row?: readonly TableLine[]
}

/** Converts a comparison with the previous version to a release of a changelog. */
export function releaseOf(
  report: Pick<DiffReport, 'from' | 'to' | 'changes'>,
  context: ReportContext = {},
  options: ReleaseOptions = {},
): Release {
  const { isDefault = false, row = [] } = options
  const changes = report.changes
  const texts = changes.filter((change) => change.effect === 'documentation' && kindOf(change) === undefined)
  return {
    name: documentName(report.to),
    since: documentName(report.from),
    isDefault,
    announced: context.to ? announcedIn(row, context.to.document) : [],
    sections: sectionsOf(changes, context),
    texts: texts.filter(({ id }) => id !== 'info-changed').length,
    ...(context.to && { operations: operationsIn(context.to.document, 'paths', true).length }),
  }
}

/** The first version of a changelog, which has no version to compare with. */
export function firstRelease(name: string, document: unknown, options: ReleaseOptions = {}): Release {
  const { isDefault = false, row = [] } = options
  return {
    name,
    isDefault,
    announced: announcedIn(row, document),
    sections: [],
    texts: 0,
    operations: operationsIn(document, 'paths', true).length,
  }
}
