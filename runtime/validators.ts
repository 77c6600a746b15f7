// Everything that generated validators import, and what their users need in addition.
export { automaton, type Matcher } from './automaton.js'
export { type Branded, type DateTime, dateTime, type Decimal, decimal, type Uuid, uuid } from './brands.js'
export { deepEqual } from './equality.js'
export { inexactNumbers, type InexactNumber, isExact } from './exact-numbers.js'
export {
  check,
  done,
  each,
  fail,
  keep,
  list,
  may,
  mayNull,
  mistyped,
  need,
  needText,
  orNull,
  size,
  tagged,
  tagOf,
  text,
  under,
  union,
} from './fail.js'
export {
  int32,
  int64,
  isDate,
  isDateTime,
  isDecimal,
  isEmail,
  isTime,
  isUri,
  isUuid,
  uint32,
  uint64,
} from './formats.js'
export {
  type ContractProblem,
  judge,
  judgeResponses,
  type JudgedResponses,
  type JudgedRequest,
  type JudgedRequests,
  type OperationValidators,
  type ValidatorsOfContent,
} from './judge.js'
export { isObject } from './json.js'
export { type Problem, problemsOf } from './problems.js'
export { recall } from './recall.js'
export { repeated } from './equality.js'
export { upTo } from './automaton.js'
export {
  standard,
  type StandardIssue,
  type StandardProperties,
  type StandardResult,
  type StandardSchema,
  type StandardValidator,
} from './standard-schema.js'
export { isLonger, isShorter, unicodeLength } from './unicode-length.js'
export type { RequestOf, ValidationError, Validator } from './validator.js'
