import { isObject, memberAt } from '../../document/index.js'
import { isOrdinary, isServed, isUnanswered, operationName } from './answer.js'
import { shownBy } from './checked.js'
import { readJson } from './json-text.js'
import type { Deviation } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'
import type { ExploreRuleId } from '../rules/rules.js'

/** Keywords that services may overlook for good reason: what is unknown is ignored, what is twice is merged. */
const forgivable = new Set([
  'format',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'uniqueItems',
  'mediaType',
  'contentMediaType',
  'contentEncoding',
])

const bounds = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])

/** Whether the operation promises to refuse what its document does not allow; `default` alone is no promise. */
const declaresRefusal = ({ case: { call } }: Observed): boolean =>
  Object.keys(call.operation.responses).some((key) => /^(400|422|4xx)$/i.test(key))

const isForgivable = ({ case: { call } }: Observed, deviation: Deviation): boolean => {
  if (forgivable.has(deviation.keyword)) return true
  if (deviation.in === 'header' || deviation.in === 'cookie') return true
  // A page size that is too large is answered with the largest page.
  if (deviation.in === 'query') return bounds.has(deviation.keyword)
  return deviation.in === 'body' && call.operation.requestBody?.required !== true && deviation.at === ''
}

/** Some services say in the body of an answer that they refuse. */
const refusesInBody = ({ exchange: { response } }: Observed): boolean => {
  if (response.status === 207) return true
  const read = readJson(response.body)
  if (!('value' in read) || !isObject(read.value)) return false
  const { error, errors, success, ok, status } = read.value
  const isFilled = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== null && value !== false && value !== ''
  return (
    isFilled(error) ||
    isFilled(errors) ||
    success === false ||
    ok === false ||
    /^(error|fail)/i.test(String(status))
  )
}

/** Without a value, a parameter of a query is mostly taken as one that is absent. */
const isEmptyInQuery = ({ case: { call } }: Observed, deviation: Deviation): boolean => {
  if (deviation.in === 'body' || deviation.keyword === 'required') return false
  const value = memberAt(call[deviation.in], deviation.at.split('/')[1] ?? '')
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** What is wrong, with the name of the value where the words begin with a verb. */
const wordsOf = ({ in: where, at, says }: Deviation): string => {
  if (!/^(is|has|does|must|holds|begins|ends)\b/.test(says)) return says
  const name = at.slice(1).replaceAll(/(^|\/)\d+(?=\/|$)/g, '$1*')
  return `${name === '' ? `the ${where}` : name} ${says}`
}

const ruleOf = (observed: Observed, deviation: Deviation): ExploreRuleId =>
  declaresRefusal(observed) && !isForgivable(observed, deviation)
    ? 'requests/invalid-refused'
    : 'requests/lenient'

/** A deviation from a shared schema is one, whichever operation shows it. */
const causeOf = (
  { case: { call } }: Observed,
  { in: where, at, keyword, pointer, says }: Deviation,
): string => {
  const member = keyword === 'required' ? ` ${at === '' ? says : at.replace(/^.*\//, '')}` : ''
  if (pointer.startsWith('#/components/')) return `${pointer} ${keyword}${member}`
  return `${call.operation.pointer} ${where} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`
}

const judgedBy =
  (rule: ExploreRuleId): Check =>
  (observed) => {
    const { call, deviation, expectation } = observed.case
    const hasOwnKey = (call.credentials ?? 'own') === 'own'
    if (expectation !== 'invalid' || !deviation || !hasOwnKey) return undefined
    if (isUnanswered(observed) || !isOrdinary(observed) || ruleOf(observed, deviation) !== rule)
      return undefined
    if (deviation.isCoercible === true || isEmptyInQuery(observed, deviation)) return undefined
    if (!isServed(observed)) return []
    if (refusesInBody(observed)) return []
    const { status } = observed.exchange.response
    return shownBy(observed, [
      {
        rule,
        message: `${operationName(observed)} answered ${status} to a request that is wrong: ${wordsOf(deviation)}`,
        pointer: deviation.pointer,
        expected: 'A refusal, such as 400 or 422.',
        cause: causeOf(observed, deviation),
      },
    ])
  }

/** `requests/invalid-refused`: where the operation declares such a refusal. */
export const invalidRefused = judgedBy('requests/invalid-refused')

/** `requests/lenient`: where it declares none, or where services have reasons to look the other way. */
export const lenient = judgedBy('requests/lenient')
