import type { Parameter } from '../../runtime/surface.js'
import type { DocumentedField } from './document-records.js'
import { parameterLimits } from '../tables/parameters.js'
import { referenceLimits } from '../tables/parameters.js'
import { documentedQuote } from './quote-record.js'
import { quoteIn, quoteParameter } from './quote-parameters.js'
import { limitsDiffer, type TextLimit } from './text-limits.js'
import { contradicts, type Difference, type DocumentView, type Judge, lacks, shapesIn } from './view.js'

type Limit = (typeof parameterLimits)[number]

/** A limit as a document may also spell it: one more, and that excluded. */
const declaredLimit = (keywords: Readonly<Record<string, unknown>>, keyword: string): unknown => {
  const { exclusiveMaximum: excluded } = keywords
  return keyword === 'maximum' && typeof excluded === 'number' ? excluded - 1 : keywords[keyword]
}

const parameterLimit = (
  view: DocumentView,
  parameter: Parameter,
  [name, keyword, due]: Limit,
): Difference[] => {
  const message = `${keyword} of ${name} is ${JSON.stringify(due)} by the table; the document has`
  return shapesIn(view, parameter.schema ?? true).flatMap(({ keywords, types }) => {
    const declared = declaredLimit(keywords, keyword)
    // Members of a list that is described as one text are not counted, and its default is not spelled as a list.
    const isOneText = Array.isArray(due) || keyword === 'maxItems' ? types.has('string') : false
    if (isOneText || JSON.stringify(declared) === JSON.stringify(due)) return []
    return declared === undefined || declared === null
      ? [lacks(`${message} none`, parameter.pointer)]
      : [contradicts(`${message} ${JSON.stringify(declared)}`, parameter.pointer)]
  })
}

const limitOf = ({ field: { name, pattern, min, max } }: DocumentedField): TextLimit | undefined => {
  const own = {
    ...(pattern && { pattern }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
  return referenceLimits[name] ?? (Object.keys(own).length === 0 ? undefined : own)
}

const words = ({ min, max, pattern }: TextLimit): string =>
  [
    min === undefined ? [] : `${min} to ${max} characters`,
    pattern === undefined ? [] : `the pattern ${pattern.source}`,
  ]
    .flat()
    .join(' and ')

const fieldLimit = (documented: DocumentedField, pointer: string): Difference[] => {
  const limit = limitOf(documented)
  if (limit === undefined) return []
  const what = `${documented.field.name} of ${documented.record}`
  return documented.values.flatMap(({ keywords }) => {
    const differ = limitsDiffer(keywords, limit)
    if (differ === undefined) return []
    return differ === 'silent'
      ? [lacks(`${what} has ${words(limit)}; the document does not say so`, pointer)]
      : [contradicts(`${what} has ${words(limit)}; the limits of the document are ${differ}`, pointer)]
  })
}

const fieldDefault = ({ field, record, values }: DocumentedField, pointer: string): Difference[] => {
  const { name, standard } = field
  if (standard === undefined) return []
  const message = `${name} of ${record} is ${standard} by default; the document has`
  return values.flatMap(({ keywords: { default: declared } }) => {
    if (declared === standard) return []
    return declared === undefined || declared === null
      ? [lacks(`${message} none`, pointer)]
      : [contradicts(`${message} ${JSON.stringify(declared)}`, pointer)]
  })
}

/** Limits and defaults of the parameters, and of the texts in a quote. */
export const quoteLimitJudge: Judge = (view) => {
  const operation = quoteIn(view)
  if (!operation) return undefined
  const parameters = parameterLimits.flatMap((limit) => {
    const parameter = quoteParameter(operation, limit[0])
    return parameter ? parameterLimit(view, parameter, limit) : []
  })
  const fields = documentedQuote(view).flatMap((field) =>
    fieldLimit(field, operation.pointer).concat(fieldDefault(field, operation.pointer)),
  )
  return [...parameters, ...fields]
}
