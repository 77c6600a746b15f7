import { headerValues } from '../exchange/exchange.js'
import type { ResponseHeader } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validators.js'
import { declaredOf, isUnanswered, isOfOthers, operationName } from './answer.js'
import { type Fault, shownBy } from './checked.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'

const typed = (text: string): unknown[] => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const booleans = /^(true|false)$/i.test(text) ? [text.toLowerCase() === 'true'] : []
  return [...(Number.isNaN(number) ? [] : [number]), ...booleans, text]
}

/** Members of the simple style: `a,1,b,2`, or `a=1,b=2` where it is exploded. */
const objectsOf = (items: readonly string[]): unknown[] => {
  const pairs = items.every((item) => item.includes('='))
    ? items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)])
    : items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? '']] : []))
  const plain = Object.fromEntries(pairs) as Record<string, string>
  return [plain, Object.fromEntries(Object.entries(plain).map(([name, text]) => [name, typed(text)[0]]))]
}

/** Every value that the text of a header may stand for: the schema says which of them is meant. */
const readings = (text: string): unknown[] => {
  const items = text.split(',').map((item) => item.trim())
  return [...typed(text), items, items.map((item) => typed(item)[0]), ...objectsOf(items)]
}

const isSpelling = (judge: Validator, text: string): boolean => {
  judge(text)
  const errors = judge.errors ?? []
  return errors.length > 0 && errors.every(({ keyword }) => keyword === 'format')
}

/** By OpenAPI these are described elsewhere, and a description of them as headers is ignored. */
const ignored = new Set(['content-type', 'accept', 'authorization'])

const absent = (observed: Observed, name: string, { pointer }: ResponseHeader): Fault => ({
  rule: 'answers/headers',
  message: `${operationName(observed)} ${observed.exchange.response.status} comes without the header ${name}, which is required`,
  pointer,
  expected: `An answer with the header ${name}.`,
  cause: `${pointer} required`,
})

const wrong = (observed: Observed, name: string, { pointer }: ResponseHeader): Fault => ({
  rule: 'answers/headers',
  message: `${operationName(observed)} ${observed.exchange.response.status} has a value of the header ${name} that its schema does not allow`,
  pointer,
  expected: `A value of ${name} that satisfies its schema.`,
  cause: `${pointer} schema`,
})

const faultOf = async (
  observed: Observed,
  name: string,
  header: ResponseHeader,
): Promise<Fault | undefined> => {
  const values = headerValues(observed.exchange.response.headers, name)
  if (values.length === 0) return header.required ? absent(observed, name, header) : undefined
  if (header.validator === undefined) return undefined
  const judge = await observed.api.surface.validator(header.validator)
  // Of a header that came several times, either each is a value, or all together are one.
  const isRight = [values.join(', '), values[0] ?? ''].some((text) =>
    readings(text).some((value) => judge(value)),
  )
  if (isRight) return undefined
  const fault = wrong(observed, name, header)
  return isSpelling(judge, values[0] ?? '') ? { ...fault, rule: 'answers/format' } : fault
}

/** `answers/headers`: required ones are there, and what is there satisfies its schema. */
export const headers: Check = async (observed) => {
  const declared = declaredOf(observed)
  const { status } = observed.exchange.response
  if (isUnanswered(observed) || !declared || status >= 500 || isOfOthers(observed)) return undefined
  const entries = Object.entries(declared.response.headers).filter(
    ([name]) => !ignored.has(name.toLowerCase()),
  )
  if (entries.length === 0) return undefined
  const faults = await Promise.all(entries.map(([name, header]) => faultOf(observed, name, header)))
  return shownBy(
    observed,
    faults.filter((fault) => fault !== undefined),
  )
}
