export { coveringValues, meantValue, smallestValue } from './covering.js'
export { deviatingValues } from './deviating.js'
export { peculiaritiesOf } from './peculiarities.js'
export { reachedPoints, schemaPoints } from './points.js'
export { inTurn } from './make/rounds.js'
export { pairwise } from './make/pairs.js'
export { randomValue } from './random.js'
export { tellingValues } from './telling.js'
export type {
  CoveragePoint,
  DeviatingValue,
  GeneratedValue,
  PeculiarityKind,
  ValuePeculiarity,
  ValueSource,
} from './model/source.js'
