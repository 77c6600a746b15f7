import type { Change } from './change.js'
import { rootOf, sideOf } from './document/side.js'
import { changeOf } from './engine/change-of.js'
import { compare } from './engine/engine.js'
import { collectUses } from './engine/uses.js'
import { withoutIdleXml } from './engine/xml.js'
import { walkers } from './walk/walkers.js'

export type { Change, Direction, Effect, JudgedChange, Place, Ruling, Use } from './change.js'
export { locatePointers } from './lines/index.js'
export { catalogue, entryOf, type Entry } from './catalogue/index.js'

/** One of the two documents that are compared. */
export interface DiffInput {
  /** The document as parsed JSON or YAML: OpenAPI 3.0 or 3.1. */
  readonly document: unknown
}

/**
 * All differences between two documents, in the order of the older one's operations. Pure and deterministic.
 * Places are pointers without lines; `locatePointers` finds the lines.
 */
export const diffDocuments = (from: DiffInput, to: DiffInput): readonly Change[] => {
  const root = compare(walkers, [rootOf(sideOf(from.document))], [rootOf(sideOf(to.document))])
  return withoutIdleXml(collectUses(root)).map(changeOf)
}

export { findImpact, type ImpactAnswer, type ImpactSide } from './impact/find.js'
export { type Comparison, makeReport } from './make-report.js'
export * from './policy/index.js'
export * from './reports/index.js'
export {
  type DiffReport,
  type Impact,
  isBroken,
  type PlacedChange,
  type Side,
  type Touched,
} from './report.js'
