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

/**
 * All differences between two documents, in the order of the older one's operations. Pure and deterministic.
 * Locations are pointers without lines; `locatePointers` finds the lines.
 */
export function diffDocuments(from: DiffInput, to: DiffInput): readonly Change[] {
  const root = compare(walkers, [documentFragment(from.document)], [documentFragment(to.document)])
  return downgradeUnusedXml(collectUses(root)).map(changeOf)
}
