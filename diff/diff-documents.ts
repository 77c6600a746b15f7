import { documentFragment } from './fragments/fragment.js'
import { changeOf } from './engine/change-of.js'
import { compare } from './engine/engine.js'
import { collectUses } from './engine/uses.js'
import { downgradeUnusedXml } from './engine/xml.js'
import type { Change } from './model/change.js'
import { walkers } from './walk/walkers.js'

/** One of the two documents to compare. */
export interface DiffInput {
  /** The document as parsed JSON or YAML: OpenAPI 3.0 or 3.1. */
  readonly document: unknown
}

/** Adds the pointer to sentences that several changes have, such as the same change of two variants. */
const toldApart = (changes: readonly Change[]): readonly Change[] => {
  const alike = new Map<string, Change[]>()
  for (const one of changes) alike.set(one.sentence, [...(alike.get(one.sentence) ?? []), one])
  const pointerIn = (list: readonly Change[], { from, to }: Change): string | undefined => {
    const newer = new Set(list.map((one) => one.to?.pointer))
    const older = new Set(list.map((one) => one.from?.pointer))
    return newer.size > 1 ? (to ?? from)?.pointer : older.size > 1 ? (from ?? to)?.pointer : undefined
  }
  return changes.map((change) => {
    const pointer = pointerIn(alike.get(change.sentence) ?? [], change)
    const { sentence } = change
    return pointer === undefined
      ? change
      : { ...change, sentence: sentence.replace(/\.$/, ` (\`${pointer}\`).`) }
  })
}

/**
 * All differences between two documents, in the order of the older one's operations. Pure and deterministic.
 * Locations are pointers without lines; `locatePointers` finds the lines.
 */
export function diffDocuments(from: DiffInput, to: DiffInput): readonly Change[] {
  const root = compare(walkers, [documentFragment(from.document)], [documentFragment(to.document)])
  return toldApart(downgradeUnusedXml(collectUses(root)).map(changeOf))
}
