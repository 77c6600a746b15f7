export type { DocumentSource, ExploredDocument, RuleFinding } from './model.js'
export { documentResults } from './results.js'
