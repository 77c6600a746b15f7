export { catalogue, entryOf, type CatalogueEntry } from './catalogue/index.js'
export { type DiffInput, diffDocuments } from './diff-documents.js'
export type { ImpactSide } from './impact/examine.js'
export { findImpact, type ImpactResult } from './impact/find-impact.js'
export type { Project } from './impact/settings.js'
export { type NamedVersion, type VersionText, versionTextsIn, withMoves } from './impact/version-texts.js'
export { type ReportInput, makeReport } from './make-report.js'
export { migrationOf } from './migration.js'
export type { Change, Direction, Effect, JudgedChange, ChangeLocation, Ruling, Use } from './model/change.js'
export {
  type DiffReport,
  type Impact,
  isBroken,
  type LocatedChange,
  type ReportedChange,
  type ReportedDocument,
  type AffectedLine,
} from './model/report.js'
export * from './policy/index.js'
export * from './reports/index.js'
export * from './upgrade/index.js'
