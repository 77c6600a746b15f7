import type { Parameter } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import type { VersionUnderTest } from '../../engine/version-under-test.js'
import { contradiction, documentedIn, type DocumentedField } from '../document-records.js'
import { type Shape, shapesOf } from '../document-shape.js'
import { quoteParameters, referenceLimits } from '../spec-table.js'
import { parameterKinds, parameterLimits } from '../spec-parameters.js'

/** They follow from the document alone, and many rules ask for them. */
const quoteFields = new WeakMap<VersionUnderTest, readonly DocumentedField[]>()

/** The fields of a quote as the document at hand has them. @throws NotApplicable where it shows no quote. */
export function documentedQuote(context: ScenarioContext): readonly DocumentedField[] {
  const known = quoteFields.get(context.under)
  if (known) return known
  const operation = context.operation('get', '/autoramps/quote')
  const content = Object.values(operation.responses['200']?.content ?? {})[0]
  const { schemas } = context.under.surface
  const shapes = content?.schema === undefined ? [] : shapesOf(content.schema, schemas)
  const fields = documentedIn(shapes, 'SignedAutorampQuote', schemas)
  if (fields.length === 0) throw new NotApplicable('the document does not show the fields of a quote')
  quoteFields.set(context.under, fields)
  return fields
}

const record: Scenario = async (context) => {
  const { pointer } = context.operation('get', '/autoramps/quote')
  for (const field of documentedQuote(context)) {
    const message = contradiction(field)
    if (message !== undefined) context.violate(message, undefined, pointer)
  }
}

/** A query parameter of the quote as the document at hand has it. */
export const parameterAt = (context: ScenarioContext, name: string): Parameter | undefined =>
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
  const { requestBody } = operation
  const bodyless = 'everything is sent as headers and query parameters; the document has a body'
  context.expect(requestBody === undefined, bodyless, undefined, requestBody?.pointer)
  for (const { name, in: place, required, pointer } of operation.parameters) {
    const isForced = required && place === 'header' && name.toLowerCase() === 'x-api-version'
    context.expect(!isForced, `${name} is optional; the document requires it`, undefined, pointer)
  }
}

const shapesAt = (context: ScenarioContext, parameter: Parameter): readonly Shape[] =>
  parameter.schema === undefined ? [] : shapesOf(parameter.schema, context.under.surface.schemas)

/** A list that is not repeated may be described as the one text that it is sent as. */
const isOneText = (types: ReadonlySet<string>, due: string): boolean => due === 'array' && types.has('string')

const parameterTypes: Scenario = async (context) => {
  for (const [name, { type, format }] of Object.entries(parameterKinds)) {
    const parameter = parameterAt(context, name)
    if (!parameter) continue
    for (const { types, formats } of shapesAt(context, parameter)) {
      const isRight =
        (types.size === 0 || types.has(type) || isOneText(types, type)) &&
        (format === undefined || formats.size === 0 || formats.has(format))
      const declared = [...types, ...formats].join(' ')
      const due = [type, format ?? ''].join(' ').trim()
      const message = `${name} is ${due} by the table; the document has ${declared}`
      context.expect(isRight, message, undefined, parameter.pointer)
    }
  }
}

const keeps = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** Texts that the specification's pattern of a field takes, and texts that it does not. */
const probes = ({ field }: DocumentedField): readonly [RegExp, readonly string[]] | undefined => {
  const limit = referenceLimits[field.name]
  if (limit) return [limit.pattern, ['abcXYZ', 'abc123', 'A1/-?:().+', 'aB 9 z', 'abc_def', 'abc#def']]
  const american = ['021000021', '02100002', '0210000210', '02100002A', 'A1B2', '123', '12345678901234567']
  return field.pattern ? [field.pattern, [...american, '123456789012345678', '12345-6789']] : undefined
}

/** What a document says otherwise of the length or the pattern of a text, if anything. */
const wrongTextLimit = (documented: DocumentedField): string | undefined => {
  const { field, record: name, values } = documented
  const limit = referenceLimits[field.name]
  const [pattern, texts] = probes(documented) ?? []
  for (const { keywords } of values) {
    const { minLength = limit?.min, maxLength = limit?.max, pattern: declared } = keywords
    if (limit && (minLength !== limit.min || maxLength !== limit.max)) {
      return `${field.name} of ${name} has ${limit.min} to ${limit.max} characters; the document has other limits`
    }
    const stray = texts?.find(
      (text) => declared !== undefined && keeps(declared, text) !== pattern?.test(text),
    )
    if (stray !== undefined)
      return `${field.name} of ${name} matches ${pattern?.source}; the document has ${declared}`
  }
  return undefined
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
  const { pointer } = context.operation('get', '/autoramps/quote')
  const told = new Set<string>()
  for (const field of documentedQuote(context)) {
    const message = wrongTextLimit(field)
    if (message !== undefined && !told.has(message)) context.violate(message, undefined, pointer)
    told.add(message ?? '')
  }
}

/** What the documents say about the quote, held against the specification's tables. */
export const quoteDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'quote/document-parameters': documentParameters,
  'quote/document-types': parameterTypes,
  'quote/document-limits': limits,
  'quote/document-record': record,
}
