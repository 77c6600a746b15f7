export { optionsIn } from './failures.js'
export { type FindingsByRule, foldByCause, type Knowledge, wrongIn } from './fold.js'
export { causeKey } from './violations.js'
