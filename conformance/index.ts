export { appliesTo, catalogue, type Rule, type Severity, type VersionScope } from './catalogue/index.js'
export { assembleReport, type RunFacts, type TimedJudged } from './engine/report.js'
export { runContract, type RunOptions } from './engine/run-contract.js'
export { runPlan } from './engine/run-plan.js'
export { areaOf, schedule, selectRules } from './engine/schedule.js'
export type { Recording } from './inspect/har-stream.js'
export {
  type Inspection,
  inspectRecording,
  observerRules,
  surveyRecording,
} from './inspect/inspect.js'
export type { Survey } from './inspect/survey.js'
export { ledger, type Statement } from './ledger/index.js'
export { renderCoverage } from './reports/coverage.js'
export { type Keys, keysFrom } from './engine/session.js'
export type { Exchange } from './model/exchange.js'
export type { Finding, Note } from './model/finding.js'
export type { PatchOperation, Plan, Subjects } from './model/plan.js'
export type { Report, RuleResult, State, VersionSummary } from './model/report.js'
export { preflight, type Preflight } from './engine/preflight.js'
export { renderJson } from './reports/json.js'
export { renderJunit } from './reports/junit.js'
export { isBroken, nothingJudged, tally, type Tally } from './reports/tally.js'
export { type Paint, renderText } from './reports/text.js'
