import type { Scenario } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import { type Shape, shapesOf } from '../document-shape.js'
import { isObject } from '../reading.js'
import { documentedQuote, parameterAt } from './documents.js'

const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType)

/** What a document shows of one media type of an answer; no shape for what no schema describes. */
interface Shown {
  readonly isJson: boolean
  readonly shapes: readonly Shape[]
}

const typesIn = (all: readonly Shown[]): string =>
  [...new Set(all.flatMap(({ shapes }) => shapes.flatMap(({ types }) => [...types])))].join(', ')

const canBeText = ({ shapes }: Shown): boolean =>
  shapes.length === 0 || shapes.some(({ types }) => types.size === 0 || types.has('string'))

/**
 * What a document says of a refusal that is no text in any of its media types, if anything: beside a string other
 * bodies may be shown, as the version error is for 400.
 */
const wrongRefusal = (status: string, all: readonly Shown[]): string | undefined =>
  all.some(canBeText) ? undefined : `${status} has a string body; the document has ${typesIn(all)}`

const wrongShape = (status: string, { types, properties }: Shape): string | undefined => {
  if (types.size > 0 && !types.has('object'))
    return `${status} has an ApiError body; the document has ${[...types].join(', ')}`
  const lacking = ['message', 'trace_id'].find((name) => properties.size > 0 && !properties.has(name))
  return lacking === undefined ? undefined : `ApiError has ${lacking}; the document lacks it for ${status}`
}

/** What a document says of a failure that is no ApiError in any of its media types, if anything. */
const wrongFailure = (status: string, all: readonly Shown[]): string | undefined => {
  const shapes = all.filter((one) => one.isJson).flatMap((one) => one.shapes)
  const wrongs = shapes.map((shape) => wrongShape(status, shape))
  return wrongs.includes(undefined) ? undefined : wrongs[0]
}

const judges = {
  400: wrongRefusal,
  401: wrongRefusal,
  403: wrongRefusal,
  404: wrongRefusal,
  500: wrongFailure,
}

const responses: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  const { schemas } = context.under.surface
  let judged = 0
  for (const [status, wrong] of Object.entries(judges)) {
    const { content = {}, pointer } = operation.responses[status] ?? {}
    const shown = Object.entries(content).map(([mediaType, { schema }]) => ({
      isJson: isJson(mediaType),
      shapes: schema === undefined ? [] : shapesOf(schema, schemas),
    }))
    if (shown.length === 0) continue
    judged++
    const message = wrong(status, shown)
    if (message !== undefined) context.violate(message, undefined, pointer)
  }
  if (judged === 0) throw new NotApplicable('the document shows no body of a refusal or failure of the quote')
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
