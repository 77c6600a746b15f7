export { Coverage } from './coverage.js'
export type { Hindrance } from './hindrance.js'
export { Judgements } from './judgements.js'
export { type LeftCases, whatMoreTimeWouldBuy } from './outlook.js'
