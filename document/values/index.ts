export { inTurn, pairwise } from './make/combine.js'
export { Bounds } from './model/bounds.js'
export { peculiaritiesOf } from './peculiarities.js'
export { reachedPoints, schemaPoints } from './points.js'
export {
  coveringValues,
  deviatingValues,
  fullValue,
  keyOfValue,
  randomValue,
  smallestValue,
  tellingValues,
} from './values.js'
export type {
  CoveragePoint,
  DeviatingValue,
  GeneratedValue,
  Hint,
  PeculiarityKind,
  TellingValue,
  ValuePath,
  ValuePeculiarity,
  ValueSource,
} from './model/source.js'
export { isOfType } from './judge/scalars.js'
