export { appliesTo, datesOf, type Rule, scopeText, type Severity, type VersionScope } from './model/rule.js'
export {
  type OpenObservation,
  openObservation,
  type PacksRun,
  type PacksRunOptions,
  runPacks,
} from './run/run-packs.js'
export type { CredentialsFor, CredentialsKind, SentCredentials } from './engine/access/access.js'
export type { Registry } from './engine/runner/registry.js'
export type { DocumentOutline, OutlinedOperation, RulePack } from './packs/pack.js'
export { outlineOf, outlineOfSurface } from './packs/outline.js'
export { packsFor, registryOf } from './packs/registry-of.js'
export { packsOf } from './own/pack-of.js'
export { blameRunning } from './own/strays.js'
export type * from './own/definition.js'
export type * from './own/observation.js'
export type * from './own/operations.js'
export type * from './own/tools.js'
export { cancelCreated } from './engine/runner/cancel-created.js'
export { type OpenRun, openRun } from './engine/runner/open-run.js'
export { assembleReport, type RunFacts } from './engine/runner/assemble-report.js'
export { runPlan } from './engine/runner/run-plan.js'
export { foresee, type Foreseen } from './engine/schedule/foresee.js'
export { areaOf, schedule, selectRules, type Step } from './engine/schedule/schedule.js'
export { knownTags, selectTags, tagsOf, unknownTags } from './engine/schedule/tags.js'
export { Pace } from './client/pace.js'
export { reasonOf, waitBefore } from './client/out-of-order.js'
export { BodyTooLarge, type Progress } from './client/answer.js'
export { Transport } from './client/transport.js'
export { Recording } from './recording/recording.js'
export { publishEvidence, publishExchange, publishResult } from './recording/publish.js'
export { makeRedactor } from './recording/redact.js'
export { defaultMostCreations } from './engine/session/creations.js'
export { type Keys, keysFrom } from './engine/session/session.js'
export { entriesOf, type RecordingInput } from './inspect/har-stream.js'
export { type Inspection, inspectRecording, observerRules, surveyRecording } from './inspect/inspect.js'
export { type Rehearsal, rehearseRecording } from './inspect/rehearse.js'
export type { Survey } from './inspect/survey.js'
export type { ObservedRule, TimedStepResult } from './model/step-result.js'
export { applyBaseline, type Baseline, baselineOf, type KnownFinding } from './model/baseline.js'
export { comparisonOf, noLongerJudged } from './model/compare.js'
export { resultName, resultsByExchange, versionName } from './model/result-name.js'
export { type NamedReport, obstaclesToMerging } from './model/merge-obstacles.js'
export { mergeReports } from './model/merge-reports.js'
export type { CoverageSummary, OperationCoverage, Reached, UnreachedOperation } from './model/coverage.js'
export type { CreatedEntry, Fate } from './model/created.js'
export {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValue,
  headerValues,
  jsonBody,
} from './exchange/exchange.js'
export { declaredFor, isJsonType, isTextType, mediaTypeOf } from './exchange/media-type.js'
export { type DocumentLocation, type Finding, foldFindings, foldNotes, type Note } from './model/finding.js'
export { addTraffic, type Traffic } from './model/traffic.js'
export { warningsOf } from './model/warnings.js'
export type { PatchOperation, Plan, ServicePlan, Subjects } from './model/plan.js'
export type {
  Comparison,
  Lack,
  Mistake,
  NamedDocument,
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
export { type Preflight, preflight, requireSendable } from './engine/preflight/preflight.js'
export { evaluate } from './exchange/expression.js'
export * from './reports/index.js'
export { Client } from './client/client.js'
export {
  type AuthSettings,
  Credentials,
  type CredentialsInput,
  type SchemeSettings,
  type SentSettings,
} from './credentials/index.js'
export type { Api } from './model/api.js'
export type { ExploreSettings } from './model/settings.js'
export {
  type Preparation,
  type Prepare,
  type PrepareContext,
  type Prepared,
  runPrepare,
} from './prepare/index.js'
export { type DocumentSource, exploreReport } from './report/index.js'
export type { CallerCredentials } from './requests/index.js'
export { checksPage, judgeExchange } from './checks/index.js'
export type { Tolerances } from './model/observed.js'
export { type ExploreRule, type ExploreRuleId, exploreRules } from './model/document-rules.js'
export { explore, type Explored, type ExploredApi } from './run/explore.js'
export type { VersionCarrier } from './versions/carrier.js'
export { withOtherVersions } from './versions/other-versions.js'
