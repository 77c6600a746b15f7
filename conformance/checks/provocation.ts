import type { Deviation } from '../model/case.js'
import type { Observed } from '../model/observed.js'

/**
 * Kinds of values that services stumble over wherever they are sent, the most telling first. Others (quotes, null,
 * fractions, ...) are in so many requests that they say nothing of the cause.
 */
const telling = [
  ['nul', 'a NUL character'],
  ['lone-surrogate', 'half of a surrogate pair'],
  ['control', 'a control character'],
  ['huge-number', 'a very large number'],
  ['long-text', 'a very long text'],
  ['long-list', 'a very long list'],
  ['deep', 'deeply nested values'],
] as const

const tellingOf = ({ case: { peculiarities = [] } }: Observed): (typeof telling)[number] | undefined =>
  telling.find(([kind]) => peculiarities.some((one) => one.kind === kind))

/** The kind of value in a request that says most of why it failed. */
export function tellingKind(observed: Observed): string | undefined {
  return tellingOf(observed)?.[0]
}

/** Whether a body as a whole is wrong: it is absent, cannot be read, or is of another type. */
export function isWholeBody({ in: where, at, keyword }: Deviation): boolean {
  return where === 'body' && (at === '' || keyword === 'syntax' || keyword === 'mediaType')
}

/**
 * Where a request is wrong: a parameter by its name, the body as a whole, or something in the body. Undefined for one
 * that is right; members of a body are not told apart, as who looks at none of them overlooks all.
 */
export function locationOf({ case: { call, deviation } }: Observed): string | undefined {
  if (call.method !== undefined) return `method ${call.method}`
  if (!deviation) return undefined
  if (deviation.keyword === 'security') return 'credentials'
  if (deviation.in !== 'body') return `${deviation.in} ${deviation.at.split('/')[1] ?? ''}`
  return isWholeBody(deviation) ? 'body' : 'members of the body'
}

/** What made the service fail, where its answer does not say: a kind of value, or a location in an operation. */
export function provocation(observed: Observed): string {
  const { pointer } = observed.case.call.operation
  const location = locationOf(observed)
  return tellingKind(observed) ?? (location === undefined ? pointer : `${pointer} ${location}`)
}

/** What is wrong, with the name of the value where the words begin with a verb. */
export function deviationWords({ in: where, at, says }: Deviation): string {
  if (!/^(is|has|does|must|holds|begins|ends)\b/.test(says)) return says
  const name = at.slice(1).replaceAll(/(^|\/)\d+(?=\/|$)/g, '$1*')
  return `${name === '' ? `the ${where}` : name} ${says}`
}

/** What is odd about a request that made the service fail: ` to a request in which ...`; empty where nothing is. */
export function requestWords(observed: Observed): string {
  const { deviation } = observed.case
  const [, value] = tellingOf(observed) ?? []
  if (value !== undefined) return ` to a request with ${value}`
  return deviation === undefined ? '' : ` to a request that is wrong: ${deviationWords(deviation)}`
}
