export { catalogue, entryOf, type CatalogueEntry } from './catalogue/index.js'
export { type DiffInput, diffDocuments } from './diff-documents.js'
export { type ImpactSide, findImpact, type ImpactResult } from './impact/find-impact.js'
export type { Project } from './impact/settings.js'
export { type NamedVersion, type VersionText, versionTextsIn, withMoves } from './impact/version-texts.js'
export { migrationOf } from './migration.js'
export { type LinesOf, withLines } from './model/lines.js'
export {
  type AffectedLine,
  type Change,
  type ChangeLocation,
  type DiffReport,
  type Direction,
  type Effect,
  type Impact,
  isBroken,
  type JudgedChange,
  type LocatedChange,
  type ReportedChange,
  type ReportedDocument,
  type Ruling,
  type Use,
} from './model/report.js'
export {
  type AllowList,
  allowListOf,
  applyAllowList,
  circumstanceOf,
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
export type { ReportContext, ShownDocument } from './reports/summary/summary.js'
export { renderDiff, renderDiffAnnotations, renderDiffText, type TextStyle } from './reports/formats.js'
export type { Release } from './reports/changelog/entries.js'
export { renderChangelog, renderDiffMarkdown } from './reports/changelog/print.js'
export { firstRelease, type ReleaseOptions, releaseOf } from './reports/changelog/release.js'
export { commentMark, longestComment, renderComment } from './reports/comment.js'
export { renderDiffHtml } from './reports/html.js'
export { renderDiffJson } from './reports/json.js'
export { renderDiffSarif } from './reports/sarif.js'
export {
  type Behaviour,
  behavioursBetween,
  callsOf,
  makeUpgrade,
  type Move,
  mustChange,
  type NamedLine,
  type Traffic,
  type TrafficFinding,
  type UpgradeReport,
} from './upgrade/make-upgrade.js'
export { renderUpgradeJson, renderUpgradeMarkdown } from './upgrade/markdown.js'
