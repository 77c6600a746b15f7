import type { ValidationError } from '../../runtime/validator.js'
import { type Exchange, headerValue, jsonBody } from '../../conformance/exchange/exchange.js'
import { isJsonType, isTextType } from '../../conformance/exchange/media-type.js'
import { violationsOf } from '../../conformance/exchange/validation.js'
import { callName, isElsewhere, type Observer } from '../../conformance/model/observation.js'

/** The location of an error with the positions in lists left out: one wrong item and a hundred of them are one finding. */
const sentence = ({ instancePath, message, keyword }: ValidationError): string => {
  const location = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return `${location === '' ? 'the body' : location} ${message ?? keyword}`
}

// A union that nothing matched reports every branch; the shortest account of it is the union itself.
const mostTelling = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return unions.length > 0 ? unions : errors.slice(0, 5)
}

/** The value that a document speaks of, in a list of one; an empty list for what no schema can judge. */
const valuesIn = ({ response, isReplay }: Exchange): unknown[] => {
  const contentType = headerValue(response.headers, 'content-type')
  if (isTextType(contentType)) return [response.body]
  if (!isJsonType(contentType) && !(isReplay && contentType === undefined)) return []
  const parsed = jsonBody(response)
  // Text that is called JSON: of a refusal only an object would be wrong, so its text is taken as the string.
  return [parsed === undefined && response.status >= 400 ? response.body : parsed]
}

/** `documents/body`: what the document declares for status and media type, by its validator. */
export const body: Observer = (observation) => {
  const { exchange, mediaType: declared, validator } = observation
  const judge = declared?.validator === undefined ? undefined : validator(declared.validator)
  if (!declared || !judge || isElsewhere(observation)) return undefined
  const values = valuesIn(exchange)
  if (values.length === 0) return undefined
  const { pointer } = declared
  const where = `${callName(observation)} ${exchange.response.status}`
  return values.flatMap((value) => {
    if (value === undefined) return [{ message: `${where}: the body is not JSON`, pointer, exchange }]
    const errors = mostTelling(violationsOf(judge, value))
    return errors.map((error) => ({ message: `${where}: ${sentence(error)}`, pointer, exchange }))
  })
}
