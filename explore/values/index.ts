export { coveringValues, meantValue, smallestValue } from './covering.js'
export { deviatingValues } from './deviating.js'
export { peculiaritiesOf } from './peculiarities.js'
export { reachedPoints, schemaPoints } from './points.js'
export { randomValue } from './random.js'
export { tellingValues } from './telling.js'
export type {
  DeviatingValue,
  GeneratedValue,
  PeculiarityKind,
  ValuePeculiarity,
  ValueSource,
} from './model/source.js'
