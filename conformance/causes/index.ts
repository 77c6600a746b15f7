export { type FindingsByRule, foldByCause, wrongIn } from './fold.js'
