export { findingOf, operationOf } from './finding.js'
export { type FindingsByRule, foldByCause } from './fold.js'
