import { groupedBy } from '../../../document/index.js'
import { counted, joined } from '../../../reporting/index.js'
import type { ReportedChange } from '../../model/report.js'
import { operationsOf, todoOf } from '../summary/summary.js'

/** One sentence of a changelog, which may cover several changes. */
export interface ChangelogEntry {
  /** With names in backticks, without a full stop. */
  readonly text: string
  /** The summary of a new operation in the document. */
  readonly detail?: string
  /** Operations that the text does not name. */
  readonly operations: readonly string[]
  /** The advice for clients, if it follows from the change. */
  readonly advice?: string
  /** The reason why a rename or a move was assumed. */
  readonly guess?: string
  /** Fingerprints of the changes. */
  readonly changes: readonly string[]
}

/** Entries about one area of the API. */
export interface ChangelogGroup {
  /** A tag of the document, or the first path segment that is not common to all paths. */
  readonly name: string
  readonly entries: readonly ChangelogEntry[]
}

/** The sections of a changelog. */
export type ChangelogKind = 'act' | 'removed' | 'check' | 'new' | 'deprecated' | 'changed'

/** Entries of a kind, by area. */
export interface ChangelogSection {
  readonly kind: ChangelogKind
  readonly title: string
  readonly groups: readonly ChangelogGroup[]
}

/** One version in a changelog. */
export interface Release {
  readonly name: string
  /** The version before it; absent for the first. */
  readonly since?: string
  /** Whether requests that name no version get this one. */
  readonly isDefault: boolean
  /** The changes that the service announced for the version, if known. */
  readonly announced: readonly string[]
  readonly sections: readonly ChangelogSection[]
  /** The number of changed texts, which are not listed one by one. */
  readonly texts: number
  readonly operations?: number
}

const countIn = ({ sections }: Release, kind: ChangelogKind): number =>
  sections
    .filter((section) => section.kind === kind)
    .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries)).length

const countWords = { act: 'to act on', removed: 'removed', check: 'to check' } as const

/** Introduces the changes that a service announced for a version. */
export const announcement = 'Announced by the service:'

/** The number of changes that need action, by kind: `2 to act on, 1 removed and 1 to check`. */
export function countsOf(release: Release): string {
  const counts = (['act', 'removed', 'check'] as const).flatMap((kind) => {
    const count = countIn(release, kind)
    return count === 0 ? [] : [`${count} ${countWords[kind]}`]
  })
  return counts.length === 0 ? 'clients need no change' : joined(counts)
}

/** The summary of a version in one or two sentences. */
export function leadOf(release: Release): string {
  const { since, sections, texts, operations } = release
  const size = operations === undefined ? '' : ` It has ${counted(operations, 'operation')}.`
  if (since === undefined) return `The first version, without an earlier one to compare with.${size}`
  if (sections.length === 0) {
    return texts > 0 ? `Since ${since} only texts changed.` : `No changes since ${since}.`
  }
  return `Changes since ${since}: ${countsOf(release)}.`
}

/** The sentence with the number of changed texts. */
export function textsLine({ texts, sections }: Release): string[] {
  if (texts === 0 || sections.length === 0) return []
  return [`Besides, ${counted(texts, 'text')} (descriptions, examples and the like) changed.`]
}

/** The word before the operations of an entry: `also ` if its text already names one. */
export function wordBeforeOperations({ text }: ChangelogEntry): string {
  return /`[a-z]+ \//i.test(text) ? 'also ' : ''
}

const mostNamed = 12

const plurals: readonly (readonly [one: RegExp, many: string])[] = [
  [/^((?:Optional |Required )?)([Pp])roperty /, '$1$2roperties '],
  [
    /^((?:Optional |Required )?(?:[Vv]alue|[Vv]ariant|[Pp]arameter|[Rr]esponse|[Hh]eader|[Oo]peration|[Tt]ag|[Ww]ebhook|Media type|The scope)) /,
    '$1s ',
  ],
  [/` was /, '` were '],
  [/^([^`]*`[^`]*`) is no longer /, '$1 are no longer '],
  [/^([^`]*`[^`]*`) accepts /, '$1 accept '],
  [/^([^`]*`[^`]*`) has /, '$1 have '],
]

const listed = (names: readonly string[]): string => {
  const rest = names.length - mostNamed
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : joined(names)
}

const flow = / in (requests|responses)\.?$/

/** A sentence without its direction, because most changes of a shared schema apply to both. */
const withoutFlow = (sentence: string): string => sentence.replace(flow, '').replace(/\.$/, '')

/** The sentence with the full name of its operation, which the change has shortened. */
const fullSentence = ({ id, sentence, uses }: ReportedChange): string => {
  const [use, ...others] = uses
  const isOfOne =
    /^operation-(added|removed|deprecated|no-longer-deprecated)$/.test(id) && others.length === 0
  if (!use || !isOfOne) return sentence
  return sentence.replace(/`[^`]*`/, () => `\`${use.operation.replaceAll('`', "'")}\``)
}

interface Entry {
  readonly text: string
  readonly changes: readonly ReportedChange[]
  /** The names at the beginning, if there are several. */
  readonly names?: string
}

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[][] => [
  ...groupedBy(items, keyOf).values(),
]

/** Merges changes that have the same sentence in both directions. */
const oncePerSentence = (changes: readonly ReportedChange[]): readonly Entry[] =>
  grouped(changes, ({ sentence }) => withoutFlow(sentence)).map((own) => {
    const [first] = own
    const flows = [...new Set(own.flatMap(({ sentence }) => flow.exec(sentence)?.[1] ?? []))].toSorted()
    // A sentence that names a response already implies the direction.
    const isImplied = flows.length === 0 || /response `/i.test(first?.sentence ?? '')
    const where = isImplied ? '' : ` in ${flows.join(' and ')}`
    return { text: `${first === undefined ? '' : withoutFlow(fullSentence(first))}${where}`, changes: own }
  })

// Matches only sentences that begin with the name: `Property x was added to Pet`.
const named = /^([A-Z][a-z ]*|)`([^`]*)` (was|is|has|became|accepts|of) /

const firstName = (text: string): string | undefined => named.exec(text)?.[2]

const keyOf = ({ text, changes }: Entry): string => {
  const [first] = changes
  const name = firstName(text)
  if (name === undefined || first?.guess !== undefined || first?.id === 'operation-added') return text
  return `${first?.id} ${text.replace(`\`${name}\``, '`')}`
}

/** Merges sentences that differ only in their first name into one with all names. */
const mergeSentences = (all: readonly Entry[]): readonly Entry[] =>
  grouped(all, keyOf).map((group) => {
    const [first] = group
    const names = group.map(({ text }) => firstName(text)).filter((name) => name !== undefined)
    const text = first?.text ?? ''
    if (names.length < 2) return { text, changes: group.flatMap(({ changes }) => changes) }
    const plural = plurals.reduce((all, [one, many]) => all.replace(one, many), text)
    const list = listed(names.map((name) => `\`${name}\``))
    return {
      text: plural.replace(/`[^`]*`/, () => list),
      names: list,
      changes: group.flatMap(({ changes }) => changes),
    }
  })

/** Converts changes to the sentences of a changelog, in their order. */
export function entriesOf(
  changes: readonly ReportedChange[],
  summaryOf: (operation: string) => string | undefined,
): readonly ChangelogEntry[] {
  return mergeSentences(oncePerSentence(changes)).map(({ text, changes: own, names }) => {
    const operations = [...new Set(own.flatMap(operationsOf))]
    const advice = own.map((change) => todoOf(change, names)).find((one) => one !== undefined)
    const guess = own.find((change) => change.guess !== undefined)?.guess
    const isNew = own[0]?.id === 'operation-added'
    const detail = isNew && operations[0] !== undefined ? summaryOf(operations[0]) : undefined
    const others = operations.filter((operation) => !text.includes(`\`${operation}\``))
    const entry = { text, operations: others, changes: own.map(({ fingerprint }) => fingerprint) }
    return Object.assign(
      entry,
      detail !== undefined && { detail },
      advice !== undefined && { advice },
      guess !== undefined && { guess },
    )
  })
}

/** For changes that have the same sentence in both directions, the worse one represents both. */
export function mergedDirections(changes: readonly ReportedChange[]) {
  const groups = grouped(changes, ({ sentence }) => withoutFlow(sentence))
  return new Map(groups.flatMap((own) => (own[0] === undefined ? [] : [[own[0], own] as const])))
}
