import { counted } from '../../../reporting/index.js'
import type { ChangelogEntry, ChangelogKind, Release } from './model.js'

const countIn = ({ sections }: Release, kind: ChangelogKind): number =>
  sections
    .filter((section) => section.kind === kind)
    .flatMap(({ groups }) => groups.flatMap(({ entries }) => entries)).length

const countWords = { act: 'to act on', removed: 'removed', check: 'to check' } as const

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Introduces the changes that a service announced for a version. */
export const announcement = 'Announced by the service:'

/** How many changes are to be acted on, by kind: `2 to act on, 1 removed and 1 to check`. */
export function countsOf(release: Release): string {
  const counts = (['act', 'removed', 'check'] as const).flatMap((kind) => {
    const count = countIn(release, kind)
    return count === 0 ? [] : [`${count} ${countWords[kind]}`]
  })
  return counts.length === 0 ? 'clients go on as they are' : joined(counts)
}

/** The summary of a version in one or two sentences. */
export function leadOf(release: Release): string {
  const { since, sections, texts, operations } = release
  const size = operations === undefined ? '' : ` It has ${counted(operations, 'operation')}.`
  if (since === undefined) return `The first version: there is none before it to compare it with.${size}`
  if (sections.length === 0) {
    return texts > 0 ? `Since ${since} nothing but texts changed.` : `No changes since ${since}.`
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
  return /`(get|put|post|delete|options|head|patch|trace) \//.test(text) ? 'also ' : ''
}
