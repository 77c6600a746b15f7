export { type FindingsByRule, foldByCause } from './fold.js'
