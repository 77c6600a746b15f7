import { isObject, memberAt } from '../../document/index.js'
import { isOrdinary, isServed, isUnanswered, mayBeOfAnother, operationName } from './answer.js'
import { shownBy } from './checked.js'
import { deviationWords, isWholeBody } from './provocation.js'
import { readJson } from './json-text.js'
import type { Deviation } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

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

/** Where a body may be left out, many frameworks read null as none. */
const isNoBody = ({ case: { call } }: Observed, deviation: Deviation): boolean =>
  isWholeBody(deviation) && call.body?.value === null && call.operation.requestBody?.required !== true

const ruleOf = (observed: Observed, deviation: Deviation): ExploreRuleId =>
  declaresRefusal(observed) && !isForgivable(observed, deviation)
    ? 'requests/invalid-refused'
    : 'requests/lenient'

/**
 * Whatever is wrong with one value is one cause: who does not look at it overlooks all keywords. A schema that is
 * shared is one, and so is a parameter of one name, whichever operation shows it; bodies of another kind altogether are
 * taken by whole services.
 */
const causeOf = ({ case: { call } }: Observed, deviation: Deviation): string => {
  const { in: where, at, keyword, pointer, says } = deviation
  if (isWholeBody(deviation) && keyword !== 'required') return `whole body ${keyword}`
  const missing = keyword === 'required' ? ` ${at === '' ? says : at.replace(/^.*\//, '')}` : ''
  if (where === 'body' && pointer.startsWith('#/components/')) return `${pointer}${missing}`
  const location = `${where} ${at.replaceAll(/\/\d+(?=\/|$)/g, '/*')}${missing}`
  return where === 'body' ? `${call.operation.pointer} ${location}` : location
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
    if (isNoBody(observed, deviation) || mayBeOfAnother(observed)) return undefined
    if (!isServed(observed)) return []
    if (refusesInBody(observed)) return []
    const { status } = observed.exchange.response
    return shownBy(observed, [
      {
        rule,
        message: `${operationName(observed)} answered ${status} to a request that is wrong: ${deviationWords(deviation)}`,
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
