export { appliesTo, areaOf, datesOf, type Rule, scopeText } from './model/rule.js'
export { type CredentialsFor, noCredentials } from './session/version-under-test.js'
export {
  type Registry,
  type DocumentOutline,
  type OutlinedOperation,
  type RulePack,
  outlineOf,
  outlineOfSurface,
  packsFor,
  registryFor,
  registryOf,
} from './rules/registry.js'
export { documentPack } from './rules/document-pack.js'
export { packsOf } from './rules/pack-of.js'
export { failureText } from './rules/failure.js'
export type * from './rules/definition.js'
export type * from './rules/operations.js'
export { proxiesOf } from './client/proxies.js'
export { type OpenRun, openRun, run } from './run/run.js'
export { assembleReport } from './run/assemble-report.js'
export type { Documents } from './run/explore.js'
export { foresee, type Foreseen } from './run/run-rule.js'
export { looksOn, schedule, selectRules, type Step, selectTags, unknownTags } from './run/schedule.js'
export { publish, publishEvidence } from './recording/publish.js'
export { makeRedactor } from './recording/redact.js'
export { defaultMostCreations } from './session/memory.js'
export { type Keys, keysFrom } from './session/session.js'
export { harEntriesOf, linesOfArchive, type RecordingInput } from './inspect/recorded-entry.js'
export { type Inspection, inspectRecording, observerRules, rehearseRecording } from './inspect/inspect.js'
export { anyBase, surveyRecording } from './inspect/survey.js'
export { type Seen, seenBy } from './model/step-result.js'
export {
  applyBaseline,
  type Baseline,
  baselineOf,
  commandOf,
  comparisonOf,
  noLongerJudged,
} from './model/baseline.js'
export {
  exchangesShown,
  resultNamed,
  isBroken,
  nothingJudged,
  type Verdict,
  verdictOf,
} from './model/verdict.js'
export { type NamedReport, obstaclesToMerging, mergeReports } from './model/merge-reports.js'
export type { Exchange, HeaderList } from './exchange/exchange.js'
export { foldFindings, foldNotes } from './model/finding.js'
export { type Plan, type ServicePlan, type Subjects, type VersionCarrier, planHash } from './model/plan.js'
export { type Mistake, type Report, type RuleResult, type RunIdentity, requestCount } from './model/report.js'
export { type Preflight, preflight, requireSendable } from './run/preflight.js'
export { renderAnnotations, longestJobSummary, renderJobSummary } from './reports/github.js'
export { archiveName, renderHar } from './exchange/har.js'
export { reportFiles, renderJson } from './reports/formats.js'
export { renderHtml } from './reports/html/page.js'
export { renderJunit } from './reports/junit.js'
export { renderSarif } from './reports/sarif.js'
export { countStates } from './reports/summary/findings.js'
export { createdWords, verdictSentence } from './reports/summary/verdict.js'
export { renderText } from './reports/text.js'
export { Credentials } from './credentials/credentials.js'
export type { AuthSettings, SchemeSettings, SentSettings } from './credentials/scheme.js'
export type { Api } from './model/case.js'
export type { ExploreSettings } from './model/explorer.js'
export {
  type Preparation,
  type Prepare,
  type PrepareContext,
  type Prepared,
  runPrepare,
} from './prepare/run-prepare.js'
export type { DocumentSource } from './run/document-results.js'
export { checksPage } from './checks/judge.js'
export { isOfDocuments } from './model/document-rules.js'
