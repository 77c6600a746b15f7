export { appliesTo, datesOf, type Rule, scopeText, type Severity, type VersionScope } from './model/rule.js'
export type { CredentialsFor, CredentialsKind } from './session/access.js'
export type { AppliedCredentials as SentCredentials } from './requests/index.js'
export type { Registry } from './rules/registry.js'
export type { DocumentOutline, OutlinedOperation, RulePack } from './rules/registry.js'
export { outlineOf, outlineOfSurface } from './rules/registry.js'
export { packsFor, registryFor, registryOf } from './rules/registry.js'
export { documentPack } from './rules/document-pack.js'
export { packsOf } from './rules/pack-of.js'
export { failureText } from './rules/failure.js'
export type * from './rules/definition.js'
export type * from './rules/observation.js'
export type * from './rules/operations.js'
export type { Fixture } from './rules/tools.js'
export type * from './rules/tools.js'
export { type OpenRun, openRun } from './run/run.js'
export { assembleReport, type RunFacts } from './run/assemble-report.js'
export type { Documents } from './run/explore.js'
export { run, type RunOptions } from './run/run.js'
export { foresee, type Foreseen } from './run/foresee.js'
export { areaOf, looksOn, schedule, selectRules, type Step } from './run/schedule.js'
export { knownTags, selectTags, tagsOf, unknownTags } from './run/schedule.js'
export { Recording } from './recording/recording.js'
export { publish, publishEvidence } from './recording/publish.js'
export { makeRedactor, Secrets } from './recording/redact.js'
export { defaultMostCreations } from './session/memory.js'
export { type Keys, keysFrom } from './session/session.js'
export { entriesOf, linesOfArchive, type RecordingInput } from './inspect/har-stream.js'
export { type Inspection, inspectRecording, observerRules } from './inspect/inspect.js'
export { type Rehearsal, rehearseRecording } from './inspect/rehearse.js'
export { anyBase, type Survey, surveyRecording } from './inspect/survey.js'
export { type Seen, seenBy } from './model/step-result.js'
export { applyBaseline, type Baseline, baselineOf, type KnownFinding } from './model/baseline.js'
export { commandOf, comparisonOf, noLongerJudged } from './model/compare.js'
export {
  exchangesShown,
  resultName,
  resultNamed,
  versionName,
  isBroken,
  isJudged,
  nothingJudged,
  type Verdict,
  verdictOf,
} from './model/verdict.js'
export { type NamedReport, obstaclesToMerging } from './model/merge-reports.js'
export { mergeReports } from './model/merge-reports.js'
export type { CoverageSummary, OperationCoverage, Reached, UnreachedOperation } from './model/coverage.js'
export type { CreatedEntry, Fate } from './model/created-thing.js'
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
export { addTraffic, type Traffic } from './model/requests.js'
export { warningsOf } from './model/warnings.js'
export type { PatchOperation, Plan, ServicePlan, Subjects, VersionCarrier } from './model/plan.js'
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
export { planHash } from './model/plan.js'
export { type Preflight, preflight, requireSendable } from './run/preflight.js'
export { evaluate } from './exchange/expression.js'
export { renderAnnotations, longestJobSummary, renderJobSummary } from './reports/github.js'
export { archiveName, renderHar } from './exchange/har.js'
export { reportFiles, renderJson } from './reports/formats.js'
export { renderHtml } from './reports/html/page.js'
export { renderJunit } from './reports/junit.js'
export { renderSarif } from './reports/sarif.js'
export { countStates } from './reports/summary/states.js'
export { verdictSentence } from './reports/summary/verdict.js'
export { renderText } from './reports/text.js'
export { Client } from './client/client.js'
export { Credentials, type CredentialsInput } from './credentials/credentials.js'
export type { AuthSettings, SchemeSettings, SentSettings } from './credentials/variables.js'
export type { Api, Tolerances } from './model/case.js'
export type { ExploreSettings } from './model/settings.js'
export {
  type Preparation,
  type Prepare,
  type PrepareContext,
  type Prepared,
  runPrepare,
} from './prepare/run-prepare.js'
export type { DocumentSource, ExploredDocument } from './report/results.js'
export { checksPage, judgeExchange } from './checks/index.js'
export { type ExploreRuleId, exploreRules, isOfDocuments } from './model/document-rules.js'
