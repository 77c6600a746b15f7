import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { isDeprecated, type Shape } from '../schema/document-shape.js'
import {
  parameterKinds,
  deprecatedParameters,
  quoteParameters,
  unrepeatedParameters,
} from '../tables/parameters.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  lacks,
  operationIn,
  shapesIn,
} from './view.js'

/** The quote as a document has it. */
export function quoteIn(view: DocumentView): Operation | undefined {
  return operationIn(view, 'get', '/autoramps/quote')
}

/** A query parameter of the quote as a document has it. */
export function quoteParameter(operation: Operation, name: string): Parameter | undefined {
  return operation.parameters.find((candidate) => candidate.in === 'query' && candidate.name === name)
}

const presence = (operation: Operation): Difference[] =>
  Object.entries(quoteParameters).flatMap(([name, required]) => {
    const parameter = quoteParameter(operation, name)
    if (parameter?.required === required) return []
    const due = required ? 'required' : 'optional'
    const message = parameter
      ? `${name} is ${due} by the table; the document has it otherwise`
      : `the document lacks the query parameter ${name}`
    return [contradicts(message, parameter?.pointer ?? `${operation.pointer}/parameters`)]
  })

const others = (operation: Operation): Difference[] =>
  operation.parameters.flatMap(({ name, in: location, required, pointer }) => {
    const isVersion = location === 'header' && name.toLowerCase() === 'x-api-version'
    if (required && isVersion) return [contradicts(`${name} is optional; the document requires it`, pointer)]
    if (location === 'header' || !required || (location === 'query' && name in quoteParameters)) return []
    return [contradicts(`the table has no ${location} parameter ${name}; the document requires it`, pointer)]
  })

/** Which parameters there are, which are required, and that nothing else is sent. */
export const quoteParameterJudge: Judge = (view) => {
  const operation = quoteIn(view)
  if (!operation) return undefined
  const { requestBody } = operation
  const bodyless = 'everything is sent as headers and query parameters; the document has a body'
  const marked = Object.keys(quoteParameters).flatMap((name) => {
    const parameter = quoteParameter(operation, name)
    return parameter ? marks(view, parameter) : []
  })
  return [
    ...presence(operation),
    ...others(operation),
    ...(requestBody ? [contradicts(bodyless, requestBody.pointer)] : []),
    ...marked,
  ]
}

const marks = (view: DocumentView, { name, deprecated, schema, pointer }: Parameter): Difference[] => {
  const isMarked = deprecated || isDeprecated(ownOf(schema), view.surface.schemas)
  if (isMarked === deprecatedParameters.has(name)) return []
  return isMarked
    ? [lacks(`${name} is not deprecated by the table; the document marks it`, pointer)]
    : [lacks(`${name} is deprecated; the document does not mark it`, pointer)]
}

/** A component that is deprecated is not the parameter that uses it. */
const ownOf = (schema: JsonSchema | undefined): JsonSchema | undefined => {
  if (typeof schema !== 'object') return schema
  const { $ref: _reference, ...own } = schema
  return own
}

/** A list that is not repeated may be described as the one text that it is sent as. */
const isOneText = (types: ReadonlySet<string>, due: string): boolean => due === 'array' && types.has('string')

const spelled = (...words: readonly (string | undefined)[]): string =>
  words.filter((word) => word !== undefined).join(' ')

const typeOf = (parameter: Parameter, { types, formats }: Shape): Difference[] => {
  const { name, pointer } = parameter
  const { type = 'string', format } = parameterKinds[name] ?? {}
  const isType = types.size === 0 || (types.size === 1 && types.has(type)) || isOneText(types, type)
  const isFormat = format === undefined || formats.size === 0 || formats.has(format)
  if (isType && isFormat) {
    const isSilent = types.size === 0 || (format !== undefined && formats.size === 0)
    const message = `${name} is ${spelled(type, format)}; the document does not say so`
    return isSilent ? [lacks(message, pointer)] : []
  }
  const declared = spelled(...types, ...formats)
  return [
    contradicts(`${name} is ${spelled(type, format)} by the table; the document has ${declared}`, pointer),
  ]
}

const itemTypes = (
  view: DocumentView,
  { name, pointer }: Parameter,
  shapes: readonly Shape[],
): Difference[] => {
  if (parameterKinds[name]?.type !== 'array') return []
  const items = shapes.flatMap((shape) => shape.items).flatMap((item) => shapesIn(view, item))
  const wrong = items.flatMap(({ types }) => Array.from(types)).filter((type) => type !== 'string')
  return [...new Set(wrong)].map((type) =>
    contradicts(`the members of ${name} are strings by the table; the document has ${type}`, pointer),
  )
}

/** Types and formats of the parameters. */
export const quoteTypeJudge: Judge = (view) => {
  const operation = quoteIn(view)
  return (
    operation &&
    Object.keys(parameterKinds).flatMap((name) => {
      const parameter = quoteParameter(operation, name)
      if (!parameter || parameter.content) return []
      const shapes = shapesIn(view, parameter.schema ?? true)
      return shapes.flatMap((shape) => typeOf(parameter, shape)).concat(itemTypes(view, parameter, shapes))
    })
  )
}

/** Whether a list is sent as a repeated parameter. */
export const quoteStyleJudge: Judge = (view) => {
  const operation = quoteIn(view)
  return (
    operation &&
    unrepeatedParameters.flatMap((name) => {
      const parameter = quoteParameter(operation, name)
      const isList = shapesIn(view, parameter?.schema).some(({ types }) => types.has('array'))
      const message = `the document declares ${name} as a repeated parameter (explode)`
      return parameter?.explode === true && isList ? [contradicts(message, parameter.pointer)] : []
    })
  )
}
