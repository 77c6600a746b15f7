import {
  parameterLimits,
  parameterKinds,
  deprecatedParameters,
  quoteParameters,
  unrepeatedParameters,
} from '../../../payment/tables/parameters.js'
import { type Deviation, error, warning } from './deviation.js'
import { isEditable, type JsonObject, listAt, objectAt } from './editing.js'

const rule = 'quote/document-parameters'
const shown = 'quote/document-shown'

const quoteOf = (document: JsonObject): JsonObject => objectAt(document, 'paths', '/autoramps/quote', 'get')

/** Parameters as components or in place, each in place afterwards. */
const inPlace = (document: JsonObject): JsonObject[] => {
  const quote = quoteOf(document)
  const list = listAt(quote, 'parameters').map((one) =>
    typeof one['$ref'] === 'string'
      ? structuredClone(objectAt(document, ...one['$ref'].slice(2).split('/')))
      : one,
  )
  quote['parameters'] = list
  return list
}

const on =
  (name: string, edit: (parameter: JsonObject) => void) =>
  (document: JsonObject): void => {
    const parameter = inPlace(document).find((one) => one['name'] === name)
    if (parameter) edit(parameter)
  }

const without =
  (name: string) =>
  (document: JsonObject): void => {
    quoteOf(document)['parameters'] = inPlace(document).filter((one) => one['name'] !== name)
  }

const schemaOf = ({ schema }: JsonObject): JsonObject => (isEditable(schema) ? schema : {})

const presence = ([name, required]: readonly [string, boolean]): Deviation[] => [
  error(`${name} taken out`, rule, without(name)),
  error(
    `${name} renamed`,
    rule,
    on(name, (one) => void (one['name'] = `${name}_x`)),
  ),
  error(
    `${name} in a header`,
    rule,
    on(name, (one) => void (one['in'] = 'header')),
  ),
  error(
    `${name} with its presence flipped`,
    rule,
    on(name, (one) => void (one['required'] = !required)),
  ),
  warning(
    `${name} with the mark of deprecation flipped`,
    shown,
    on(name, (one) => void (one['deprecated'] = !deprecatedParameters.has(name))),
  ),
]

const types = (name: string): Deviation[] => {
  const { type, format } = parameterKinds[name] ?? { type: 'string' }
  const typed = 'quote/document-types'
  const as = (schema: JsonObject) => on(name, (one) => void (one['schema'] = schema))
  return [
    error(`${name} of another type`, typed, as({ type: type === 'boolean' ? 'string' : 'boolean' })),
    warning(`${name} of no type`, shown, as({})),
    ...(format === undefined
      ? []
      : [
          error(`${name} of another format`, typed, as({ type, format: 'date' })),
          warning(`${name} of no format`, shown, as({ type })),
        ]),
    ...(type === 'array'
      ? [error(`${name} of numbers`, typed, as({ type, items: { type: 'number' } }))]
      : []),
  ]
}

const limits = ([name, keyword, due]: (typeof parameterLimits)[number]): Deviation[] => {
  const others = typeof due === 'number' ? [due + 1, due - 1] : Array.isArray(due) ? [['x']] : [!due]
  const as = (value: unknown) =>
    on(name, (one) => void (one['schema'] = { ...schemaOf(one), [keyword]: value }))
  return [
    ...others.map((value) =>
      error(`${keyword} of ${name} ${JSON.stringify(value)}`, 'quote/document-limits', as(value)),
    ),
    warning(`${keyword} of ${name} not given`, shown, as(undefined)),
  ]
}

/** Every parameter of the quote, changed in each way that a document can be wrong about it. */
export const parameterDeviations: readonly Deviation[] = [
  ...Object.entries(quoteParameters).flatMap(presence),
  ...Object.keys(parameterKinds).flatMap(types),
  ...parameterLimits.flatMap(limits),
  ...unrepeatedParameters.map((name) =>
    error(
      `${name} repeated`,
      'quote/additional-style',
      on(name, (one) => void (one['explode'] = true)),
    ),
  ),
  error('a further required parameter', rule, (document) => {
    quoteOf(document)['parameters'] = [
      ...inPlace(document),
      { name: 'purpose', in: 'query', required: true, schema: { type: 'string' } },
    ]
  }),
  error('a body', rule, (document) => {
    quoteOf(document)['requestBody'] = { content: { 'application/json': { schema: { type: 'object' } } } }
  }),
]
