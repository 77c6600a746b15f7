export type { DocumentSource, ExploredDocument, RuleFinding } from './results.js'
export { documentResults } from './results.js'
