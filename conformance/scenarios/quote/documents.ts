import type { Parameter } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import { contradiction, documentedIn, type DocumentedField } from '../document-records.js'
import { type Shape, shapesOf } from '../document-shape.js'
import { isObject } from '../reading.js'
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

const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType)

/** What a document says of a refusal that is no text, if anything. */
const wrongRefusal = (status: string, shapes: readonly Shape[]): string | undefined => {
  const canBeText = shapes.some(({ types }) => types.size === 0 || types.has('string'))
  return canBeText ? undefined : `${status} has a string body; the document has ${typesIn(shapes)}`
}

const typesIn = (shapes: readonly Shape[]): string =>
  [...new Set(shapes.flatMap(({ types }) => [...types]))].join(', ')

/** What a document says of a failure that is no ApiError, if anything. */
const wrongFailure = (status: string, shapes: readonly Shape[]): string | undefined => {
  for (const { types, properties } of shapes) {
    if (types.size > 0 && !types.has('object')) {
      return `${status} has an ApiError body; the document has ${[...types].join(', ')}`
    }
    const lacking = ['message', 'trace_id'].find((name) => properties.size > 0 && !properties.has(name))
    if (lacking !== undefined) return `ApiError has ${lacking}; the document lacks it for ${status}`
  }
  return undefined
}

const responses: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  const judges = {
    400: wrongRefusal,
    401: wrongRefusal,
    403: wrongRefusal,
    404: wrongRefusal,
    500: wrongFailure,
  }
  for (const [status, wrong] of Object.entries(judges)) {
    const { content = {}, pointer } = operation.responses[status] ?? {}
    for (const [mediaType, { schema }] of Object.entries(content)) {
      if (!isJson(mediaType) || schema === undefined) continue
      const message = wrong(status, shapesOf(schema, context.under.surface.schemas))
      if (message !== undefined) context.violate(message, undefined, pointer)
    }
  }
}

const isMarked = (schema: unknown): boolean => isObject(schema) && schema['deprecated'] === true

// A field that is there less often than others need not be shown, nor need anything be marked.
const remarks: Scenario = async (context) => {
  const fields = documentedQuote(context)
  for (const { record: name, field, holders } of fields) {
    const isShown = holders.some(({ properties }) => properties.has(field.name))
    const what = `${field.name} of ${name}`
    if (field.isOptional && !isShown) context.note(`served: a document that does not show ${what}`)
    const parts = holders.flatMap(({ properties }) => properties.get(field.name) ?? [])
    const isDue = name === 'Fee' && (field.name === 'network_fees' || field.name === 'deducted_fee')
    if (isDue && isShown && !parts.some(isMarked)) {
      context.note(`served: a document that does not mark ${what} as deprecated`)
    }
  }
  const account = parameterAt(context, 'recipient_account')
  if (account?.deprecated === false) {
    context.note('served: a document that does not mark recipient_account as deprecated')
  }
}

/** What the documents say about the quote, held against the specification's tables. */
export const quoteDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'quote/document-parameters': documentParameters,
  'quote/document-types': parameterTypes,
  'quote/document-limits': limits,
  'quote/document-record': record,
  'quote/document-responses': responses,
  'quote/document-remarks': remarks,
}
