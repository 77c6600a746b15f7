export { neededIn } from './options.js'
export { type FindingsByRule, foldByCause, type Knowledge, takenIn, wrongIn } from './fold.js'
export { causeKey } from './violations.js'
