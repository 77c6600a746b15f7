export { catalogue, entryOf, type CatalogueEntry } from './catalogue/index.js'
export { diffDocuments, type LinesOf, withLines } from './diff-documents.js'
export { type ImpactSide, findImpact, type ImpactResult } from './impact/find-impact.js'
export type { Project } from './impact/settings.js'
export { type NamedVersion, type VersionText, versionTextsIn, withMoves } from './impact/version-texts.js'
export { migrationOf } from './migration.js'
export {
  type Change,
  type DiffReport,
  type Direction,
  type Effect,
  type Impact,
  isBroken,
  type LocatedChange,
  type ReportedChange,
  type ReportedDocument,
} from './model/report.js'
export {
  type AllowList,
  allowListOf,
  applyAllowList,
  clauseFor,
  judgeChanges,
  kindOf,
  makeReport,
  type Policy,
  type ReportInput,
} from './policy/judge.js'
export {
  allowListProblems,
  effectsPolicy,
  mintingPolicy,
  policyOf,
  policyProblems,
  type PolicySettings,
} from './policy/minting.js'
export type { ReportContext } from './reports/summary/summary.js'
export { renderDiff, renderDiffAnnotations, renderDiffText } from './reports/formats.js'
export type { Release } from './reports/changelog/entries.js'
export { renderChangelog, renderDiffMarkdown } from './reports/changelog/print.js'
export { firstRelease, releaseOf } from './reports/changelog/release.js'
export { commentMark, longestComment, renderComment } from './reports/comment.js'
export { renderDiffHtml } from './reports/html.js'
export { renderDiffJson } from './reports/json.js'
export { renderDiffSarif } from './reports/sarif.js'
export {
  behavioursBetween,
  callsOf,
  makeUpgrade,
  type Move,
  mustChange,
  type NamedLine,
  type Traffic,
  type UpgradeReport,
} from './upgrade/make-upgrade.js'
export { renderUpgradeJson, renderUpgradeMarkdown } from './upgrade/markdown.js'
