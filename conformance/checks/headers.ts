import type { ResponseHeader } from '../../runtime/surface.js'
import { withoutUnions } from '../../runtime/problems.js'
import type { ValidationError, Validator } from '../../runtime/validators.js'
import { headerValues } from '../exchange/exchange.js'
import { likeliest, readingsOf } from '../exchange/reading.js'
import type { Observed, Fault } from '../model/case.js'
import { ignoredHeaders } from '../requests/writable.js'
import { sentenceOf } from './body.js'
import { declaredOf, isMasked, operationName, statusOf } from './response.js'

/** The members of an object in simple style: `a,1,b,2`, or `a=1,b=2` where it is exploded. */
const objectsOf = (items: readonly string[]): unknown[] => {
  const pairs = items.every((item) => item.includes('='))
    ? items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)])
    : items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? '']] : []))
  const plain = Object.fromEntries(pairs) as Record<string, string>
  return [plain, Object.fromEntries(Object.entries(plain).map(([name, text]) => [name, likeliest(text)]))]
}

/** Every value that the text of a header may stand for; the schema decides which is meant. */
const headerReadings = (text: string): unknown[] => {
  const items = text.split(',').map((item) => item.trim())
  return [...readingsOf(text, items), ...objectsOf(items)]
}

const errorsOf = (judge: Validator, value: unknown): readonly ValidationError[] =>
  judge(value) ? [] : withoutUnions(judge.errors ?? [])

/** Whether a value has another type than its schema, so that the text stands for something else. */
const isOtherType = ({ keyword, instancePath }: ValidationError): boolean =>
  keyword === 'type' && instancePath === ''

/** Says what is wrong with a header, by the reading of its text that has the type of the schema. */
const wrongIn = (judge: Validator, name: string, text: string): string => {
  const isTyped = (one: unknown): boolean => !errorsOf(judge, one).some(isOtherType)
  const value = headerReadings(text).find(isTyped) ?? likeliest(text)
  const [error] = errorsOf(judge, value)
  const subject = `the header ${name}`
  return error ? sentenceOf(error, value, subject) : `${subject} has a value that its schema does not allow`
}

const isSpelling = (judge: Validator, text: string): boolean =>
  errorsOf(judge, text).every(({ keyword }) => keyword === 'format')

const faultOf = async (
  observed: Observed,
  name: string,
  { required, validator, pointer }: ResponseHeader,
): Promise<Fault | undefined> => {
  const values = headerValues(observed.exchange.response.headers, name)
  const response = `${operationName(observed)} ${statusOf(observed)}`
  if (values.length === 0 && required)
    return {
      rule: 'answers/headers',
      message: `${response} comes without the header ${name}, which is required`,
      pointer,
      expected: `A response with the header ${name}.`,
      cause: `${pointer} required`,
    }
  const [first] = values
  if (first === undefined || validator === undefined || values.some(isMasked)) return undefined
  const judge = await observed.api.surface.validator(validator)
  // A header that is repeated is either a list of values or one joined value.
  const texts = [values.join(', '), first]
  if (texts.some((text) => headerReadings(text).some((value) => judge(value)))) return undefined
  return {
    rule: isSpelling(judge, first) ? 'answers/format' : 'answers/headers',
    message: `${response}: ${wrongIn(judge, name, first)}`,
    pointer,
    expected: `A value of ${name} that satisfies its schema.`,
    cause: `${pointer} schema`,
  }
}

/** Judges the headers of a response that its document declares. Undefined where it declares none. */
export async function headerFaults(observed: Observed): Promise<readonly Fault[] | undefined> {
  const headers = Object.entries(declaredOf(observed)?.response.headers ?? {}).filter(
    ([name]) => !ignoredHeaders.has(name.toLowerCase()),
  )
  if (headers.length === 0) return undefined
  const faults = await Promise.all(headers.map(([name, header]) => faultOf(observed, name, header)))
  return faults.filter((fault) => fault !== undefined)
}
