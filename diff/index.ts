export { catalogue, entryOf, type Entry } from './catalogue/index.js'
export { type DiffInput, diffDocuments } from './diff-documents.js'
export { findImpact, type ImpactAnswer, type ImpactSide } from './impact/find.js'
export { locatePointers } from './lines/index.js'
export { type Comparison, makeReport } from './make-report.js'
export type { Change, Direction, Effect, JudgedChange, Place, Ruling, Use } from './model/change.js'
export {
  type DiffReport,
  type Impact,
  isBroken,
  type PlacedChange,
  type Side,
  type Touched,
} from './model/report.js'
export * from './policy/index.js'
export * from './reports/index.js'
