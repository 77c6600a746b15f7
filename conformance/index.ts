export {
  anchorOf,
  appliesTo,
  catalogue,
  datesOf,
  hasRule,
  type Rule,
  scopeText,
  sections,
  type Severity,
  specificationPage,
  type Statement,
  type VersionScope,
} from './statements/index.js'
export { assembleReport, type RunFacts, type TimedJudged } from './engine/report.js'
export { type EndedStep, runContract, type RunOptions, type RunPart } from './engine/run-contract.js'
export { runPlan } from './engine/run-plan.js'
export { type Foreseen, foresee } from './engine/foresee.js'
export { type OpenRun, openRun } from './engine/open-run.js'
export { areaOf, schedule, selectRules, type Step } from './engine/schedule.js'
export { knownTags, selectTags, tagsOf, unknownTags } from './engine/tags.js'
export { entriesOf, type Recording } from './inspect/har-stream.js'
export { type Inspection, inspectRecording, observerRules, surveyRecording } from './inspect/inspect.js'
export type { Survey } from './inspect/survey.js'
export { cancelCreated } from './engine/cancel-created.js'
export { defaultMostCreations } from './engine/creations.js'
export { runSuite, type SuiteRun } from './engine/run-suite.js'
export { publishResult } from './engine/publish.js'
export { makeRedactor } from './engine/redact.js'
export { type Keys, keysFrom } from './engine/session.js'
export { applyBaseline, type Baseline, baselineOf, type KnownFinding } from './model/baseline.js'
export { noLongerJudged } from './model/compare.js'
export { type NamedReport, obstaclesToMerging } from './model/merge-parts.js'
export { mergeReports } from './model/merge-reports.js'
export type { CreatedEntry, Fate } from './model/created.js'
export type { Exchange } from './model/exchange.js'
export { type Finding, foldFindings, foldNotes, type Note } from './model/finding.js'
export type { PatchOperation, Plan, Subjects } from './model/plan.js'
export type {
  Lack,
  Mistake,
  Report,
  RuleResult,
  RunIdentity,
  State,
  VersionSummary,
  Warning,
  WarningCode,
} from './model/report.js'
export { addRequests, type RequestCount, requestCount } from './model/requests.js'
export { planHash } from './model/run-identity.js'
export { isBroken, isJudged, type Verdict, verdictOf } from './model/verdict.js'
export { preflight, type Preflight, requireSendable } from './engine/preflight.js'
export { provocationNames } from './scenarios/identification/provocation-names.js'
export * from './reports/index.js'
