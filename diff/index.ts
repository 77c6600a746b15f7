export { catalogue, entryOf, type CatalogueEntry } from './catalogue/index.js'
export { type DiffInput, diffDocuments } from './diff-documents.js'
export { type ImpactSide, findImpact, type ImpactResult } from './impact/find-impact.js'
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
export { allowListOf, type AllowList, applyAllowList } from './policy/allow-list.js'
export { circumstanceOf } from './policy/circumstances.js'
export { type Policy, clauseFor, judgeChanges, kindOf } from './policy/clause.js'
export { policyOf, type PolicySettings, allowListProblems, policyProblems } from './policy/configured.js'
export { effectsPolicy, mintingPolicy } from './policy/minting.js'
export type { ReportContext, ShownDocument } from './reports/summary/context.js'
export { renderDiff, type TextStyle } from './reports/formats.js'
export { renderDiffAnnotations } from './reports/annotations.js'
export {
  firstRelease,
  type Release,
  type ReleaseOptions,
  releaseOf,
  renderChangelog,
  renderDiffMarkdown,
} from './reports/changelog/index.js'
export { commentMark, longestComment, renderComment } from './reports/comment.js'
export { renderDiffHtml } from './reports/html.js'
export { renderDiffJson } from './reports/json.js'
export { renderDiffSarif } from './reports/sarif.js'
export { renderDiffText } from './reports/text.js'
export { makeUpgrade } from './upgrade/make-upgrade.js'
export { type Behaviour, behavioursBetween, callsOf } from './upgrade/behaviours.js'
export { renderUpgradeJson, renderUpgradeMarkdown } from './upgrade/markdown.js'
export {
  mustChange,
  type Move,
  type NamedLine,
  type Traffic,
  type TrafficFinding,
  type UpgradeReport,
} from './upgrade/model.js'
