import type { Parameter } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import { contradiction, documentedIn, type DocumentedField } from '../document-records.js'
import { type Shape, shapesOf } from '../document-shape.js'
import { quoteParameters, referenceLimits } from '../spec-table.js'
import { parameterKinds, parameterLimits } from '../spec-parameters.js'

/** The fields of a quote as the document at hand has them. @throws NotApplicable where it shows no quote. */
export function documentedQuote(context: ScenarioContext): readonly DocumentedField[] {
  const operation = context.operation('get', '/autoramps/quote')
  const content = Object.values(operation.responses['200']?.content ?? {})[0]
  const { schemas } = context.under.surface
  const shapes = content?.schema === undefined ? [] : shapesOf(content.schema, schemas)
  const fields = documentedIn(shapes, 'SignedAutorampQuote', schemas)
  if (fields.length === 0) throw new NotApplicable('the document does not show the fields of a quote')
  return fields
}

const record: Scenario = async (context) => {
  const { pointer } = context.operation('get', '/autoramps/quote')
  for (const field of documentedQuote(context)) {
    const message = contradiction(field)
    if (message !== undefined) context.violate(message, undefined, pointer)
  }
}

const parameterAt = (context: ScenarioContext, name: string): Parameter | undefined =>
  context
    .operation('get', '/autoramps/quote')
    .parameters.find((candidate) => candidate.in === 'query' && candidate.name === name)

const documentParameters: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  for (const [name, required] of Object.entries(quoteParameters)) {
    const parameter = parameterAt(context, name)
    const pointer = parameter?.pointer ?? `${operation.pointer}/parameters`
    const due = required ? 'required' : 'optional'
    const message = parameter
      ? `${name} is ${due} by the table; the document has it otherwise`
      : `the document lacks the query parameter ${name}`
    context.expect(parameter?.required === required, message, undefined, pointer)
  }
}

const shapesAt = (context: ScenarioContext, parameter: Parameter): readonly Shape[] =>
  parameter.schema === undefined ? [] : shapesOf(parameter.schema, context.under.surface.schemas)

const parameterTypes: Scenario = async (context) => {
  for (const [name, { type, format }] of Object.entries(parameterKinds)) {
    const parameter = parameterAt(context, name)
    if (!parameter) continue
    for (const { types, formats } of shapesAt(context, parameter)) {
      const isRight =
        (types.size === 0 || types.has(type)) &&
        (format === undefined || formats.size === 0 || formats.has(format))
      const declared = [...types, ...formats].join(' ')
      const due = [type, format ?? ''].join(' ').trim()
      const message = `${name} is ${due} by the table; the document has ${declared}`
      context.expect(isRight, message, undefined, parameter.pointer)
    }
  }
}

const limits: Scenario = async (context) => {
  for (const [name, keyword, due] of parameterLimits) {
    const parameter = parameterAt(context, name)
    if (!parameter) continue
    for (const { keywords } of shapesAt(context, parameter)) {
      const declared = keywords[keyword]
      // A limit that the document does not repeat is judged by what the service does.
      const message = `${keyword} of ${name} is ${String(due)} by the table; the document has ${JSON.stringify(declared)}`
      context.expect(
        declared === undefined || declared === null || declared === due,
        message,
        undefined,
        parameter.pointer,
      )
    }
  }
  for (const { field, values } of documentedQuote(context)) {
    const limit = referenceLimits[field.name]
    for (const { keywords } of limit ? values : []) {
      const { minLength, maxLength } = keywords
      const isRight = (minLength ?? limit?.min) === limit?.min && (maxLength ?? limit?.max) === limit?.max
      const message = `${field.name} of a quote has ${limit?.min} to ${limit?.max} characters; the document has other limits`
      context.expect(isRight, message, undefined, context.operation('get', '/autoramps/quote').pointer)
    }
  }
}

/** What the documents say about the quote, held against the specification's tables. */
export const quoteDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'quote/document-parameters': documentParameters,
  'quote/document-types': parameterTypes,
  'quote/document-limits': limits,
  'quote/document-record': record,
}
