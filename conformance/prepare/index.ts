export type { Prepare, PrepareContext, Prepared } from './run-prepare.js'
export { type Preparation, type PrepareInput, runPrepare } from './run-prepare.js'
