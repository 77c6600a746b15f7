import { pointerTo } from '../../document/index.js'
import { isServed, operationName } from './answer.js'
import { type Difference, differenceOf } from './difference.js'
import { isSemantic, names, refusalText } from './refusal-text.js'
import { type Applied, schemasAt } from './schema-location.js'
import { type AllowedAs, allowedAs } from './value-kind.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'

/** Texts that a service does well to refuse, whatever its document says of texts. */
const unfit = new Set(['nul', 'control', 'lone-surrogate'])

/** Formats and names of values that mean something outside of the document: things, times, addresses. */
const foreignFormat =
  /^(uuid|date|date-time|time|duration|ur[il](-reference)?|email|hostname|ipv[46]|password|binary|byte)$/
const foreignName =
  /(^|[_-])(ids?|uuid|guid|keys?|refs?|token|slug|cursor|hash|page|offset|etag|url|email|date|at)$|[a-z](Ids?|Uuid|Key|Ref|Token|Url|At|Date)$/

const isForeign = (name: string, schemas: readonly Applied[]): boolean =>
  foreignName.test(name) || schemas.some(({ node }) => foreignFormat.test(String(node['format'])))

/** Words that errors have for themselves: as names of members they tell nothing. */
const common = new Set([
  'type',
  'name',
  'message',
  'code',
  'status',
  'title',
  'value',
  'data',
  'error',
  'field',
  'body',
  'query',
  'id',
])

const allNames = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(allNames)
  if (typeof value !== 'object' || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(allNames)]
}

/** Whether a refusal names another member or parameter of the request. */
const namesOthers = (text: string, { case: { call } }: Observed, keys: readonly string[]): boolean => {
  const { operation } = call
  const all = [...operation.parameters.map(({ name }) => name), ...allNames(call.body?.value)]
  return [...new Set(all)].some(
    (name) => !keys.includes(name) && !common.has(name.toLowerCase()) && names(text, name),
  )
}

const startOf = ({ case: { call } }: Observed, { in: where, keys }: Difference): string | undefined => {
  if (where === 'body') {
    const media = call.operation.requestBody?.content[call.body?.mediaType ?? '']
    return media && `${media.pointer}/schema`
  }
  const parameter = call.operation.parameters.find((one) => one.in === where && one.name === keys[0])
  return parameter?.schema === undefined ? undefined : `${parameter.pointer}/schema`
}

const ofLength = /length|long|short|characters?|size|at (most|least)|max|min|many|few|empty|items?/i

/** How sure it is that a value was refused for what the document allows. */
type Weight = 'proven' | 'likely' | undefined

const weightOf = (
  as: AllowedAs,
  refused: Observed,
  difference: Difference,
  schemas: readonly Applied[],
): Weight => {
  const { call } = refused.case
  const text = refusalText(refused)
  const name = difference.keys.findLast((key) => !/^\d+$/.test(key)) ?? ''
  if (isSemantic(text, name) || isForeign(name, schemas)) return undefined
  const isNamed = names(text, name)
  if (namesOthers(text, refused, difference.keys)) return undefined
  if (as === 'free' || as === 'branch') return isNamed ? 'likely' : undefined
  const isRead = ['get', 'head'].includes(call.operation.method) && difference.in === 'query'
  // Nothing is made by reading: where a refusal gives no reason, the one difference is it.
  if (!isNamed) return isRead && (as === 'enumerated' || as === 'limit') ? 'proven' : undefined
  if (as === 'length' && !ofLength.test(text)) return 'likely'
  // Which value may follow which is for the thing to say that has one already.
  const isChange = call.operation.method !== 'post' || Object.keys(call.path).length > 0
  return as === 'enumerated' && difference.in === 'body' && isChange ? 'likely' : 'proven'
}

const valueWords: Readonly<Record<AllowedAs, (value: unknown) => string>> = {
  absent: () => 'that it is absent',
  null: () => 'null',
  enumerated: (value) => JSON.stringify(value),
  limit: (value) => `its limit ${JSON.stringify(value)}`,
  length: () => 'a length at its limit',
  branch: () => 'a value',
  free: () => 'a value',
}

const isContrast = (accepted: Observed, refused: Observed): boolean =>
  isServed(accepted) &&
  [400, 422].includes(refused.exchange.response.status) &&
  [accepted, refused].every(
    ({ case: { expectation, call } }) => expectation === 'valid' && (call.credentials ?? 'own') === 'own',
  )

const hasUnfit = ({ case: { peculiarities = [] } }: Observed): boolean =>
  peculiarities.some(({ kind }) => unfit.has(kind))

/**
 * Judges a valid request that was refused beside one that was carried out, where they differ in one value: an error
 * where the document allows that very value, and the refusal gives no other reason; a warning where it is one of very
 * many. Empty where nothing follows: the value was taken already, names something that is not there, or fits nothing
 * beside it, all of which no document can say.
 */
export function judgeContrast(accepted: Observed, refused: Observed): readonly ExploreViolation[] {
  if (!isContrast(accepted, refused) || hasUnfit(refused)) return []
  const difference = differenceOf(accepted.case.call, refused.case.call)
  const start = difference && startOf(refused, difference)
  if (!difference || difference.in === 'path' || start === undefined) return []
  const { keys, to } = difference
  const schemas = schemasAt(refused.api.document, start, difference.in === 'body' ? keys : keys.slice(1))
  const as = allowedAs(difference, schemas)
  const weight = weightOf(as, refused, difference, schemas)
  if (weight === undefined) return []
  const member = keys.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('/') || 'the body'
  const pointer = schemas[0]?.position ?? start
  const { status } = refused.exchange.response
  return [
    {
      rule: weight === 'proven' ? 'requests/valid-accepted' : 'requests/stricter-than-documented',
      message: `${operationName(refused)} refuses ${valueWords[as](to)} for ${member} with ${status}, which the document allows`,
      pointer,
      expected:
        'The request is carried out, as it is with another value there; or the document forbids the value.',
      cause: `${start.startsWith('#/components/') ? '' : refused.case.call.operation.pointer} ${pointer} ${pointerTo(keys.filter((key) => !/^\d+$/.test(key)))} ${as}`,
      steps: [accepted, refused],
    },
  ]
}
