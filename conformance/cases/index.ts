export { giveWay } from './start.js'
export { type CaseKind, firstCase, obstacleOf, plannedCases, type PlanOptions, satisfies } from './plans.js'
export { operationPoints } from './points.js'
export type { ValuePool } from './start.js'
