export type { DocumentSource, ExploredDocument, RuleFinding } from './model.js'
export { exploreReport, type ExploreRunFacts } from './report.js'
export { exploreResults } from './results.js'
