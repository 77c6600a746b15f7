import type { Validator } from '../../runtime/validator.js'
import { headerValue } from '../../conformance/exchange/exchange.js'
import type { Violation } from '../../conformance/model/finding.js'
import { callName, isElsewhere, type Observer } from '../../conformance/model/observation.js'

const typed = (text: string): unknown[] => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const booleans = text === 'true' || text === 'false' ? [text === 'true'] : []
  return [text, ...(Number.isNaN(number) ? [] : [number]), ...booleans]
}

/** Every JSON value that a header may stand for: the schema decides which of them is meant. */
const readings = (value: string): unknown[] => {
  const items = value.split(',').map((item) => item.trim())
  const numbers = items.map(Number)
  return [...typed(value), items, ...(numbers.some(Number.isNaN) ? [] : [numbers])]
}

const accepts = (judge: Validator, value: string): boolean =>
  readings(value).some((reading) => judge(reading))

/** `documents/headers`: replays are left out, because they come without response headers. */
export const headers: Observer = (observation) => {
  const { exchange, response, validator } = observation
  const declared = Object.entries(response?.headers ?? {})
  if (declared.length === 0 || exchange.isReplay || isElsewhere(observation)) return undefined
  return declared.flatMap(([name, header]): Violation[] => {
    const value = headerValue(exchange.response.headers, name)
    const judge = header.validator === undefined ? undefined : validator(header.validator)
    const { pointer } = header
    if (value === undefined && header.required) {
      return [
        { message: `${callName(observation)}: the header ${name} is due and absent`, pointer, exchange },
      ]
    }
    if (value === undefined || !judge || accepts(judge, value)) return []
    const message = `${callName(observation)}: the value of ${name} is not valid under the document`
    return [{ message, pointer, exchange }]
  })
}
