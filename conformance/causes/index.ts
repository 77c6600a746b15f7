export { type Taken, takenIn } from './echoes.js'
export { neededIn } from './options.js'
export { type FindingsByRule, foldByCause, type Knowledge, wrongIn } from './fold.js'
export { causeKey } from './violations.js'
