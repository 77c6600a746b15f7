import { headerValues } from '../exchange/exchange.js'
import { likeliest, listsOf, scalarsIn } from '../exchange/readings.js'
import type { ResponseHeader } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validators.js'
import type { Observed, Fault } from '../model/case.js'
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
  return [...scalarsIn(text), ...listsOf(items), ...objectsOf(items)]
}

const isSpelling = (judge: Validator, text: string): boolean => {
  judge(text)
  const errors = judge.errors ?? []
  return errors.length > 0 && errors.every(({ keyword }) => keyword === 'format')
}

/** OpenAPI ignores declarations of these response headers. */
const ignored = new Set(['content-type', 'accept', 'authorization'])

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
  if (values.length === 0 || validator === undefined || values.some(isMasked)) return undefined
  const judge = await observed.api.surface.validator(validator)
  // A header that is repeated is either a list of values or one joined value.
  const texts = [values.join(', '), values[0] ?? '']
  if (texts.some((text) => headerReadings(text).some((value) => judge(value)))) return undefined
  return {
    rule: isSpelling(judge, values[0] ?? '') ? 'answers/format' : 'answers/headers',
    message: `${response} has a value of the header ${name} that its schema does not allow`,
    pointer,
    expected: `A value of ${name} that satisfies its schema.`,
    cause: `${pointer} schema`,
  }
}

/** The faults of the declared headers of a response; undefined where none is declared. */
export async function headerFaults(observed: Observed): Promise<readonly Fault[] | undefined> {
  const headers = Object.entries(declaredOf(observed)?.response.headers ?? {}).filter(
    ([name]) => !ignored.has(name.toLowerCase()),
  )
  if (headers.length === 0) return undefined
  const faults = await Promise.all(headers.map(([name, header]) => faultOf(observed, name, header)))
  return faults.filter((fault) => fault !== undefined)
}
