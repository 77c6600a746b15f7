import type { Scenario } from '../../engine/context.js'
import { type Shape, shapesOf } from '../document-shape.js'
import { isObject } from '../reading.js'
import { documentedQuote, parameterAt } from './documents.js'

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

/** What the documents say about the errors of the quote, and what they remark on its fields. */
export const quoteDocumentAnswerScenarios: Readonly<Record<string, Scenario>> = {
  'quote/document-responses': responses,
  'quote/document-remarks': remarks,
}
