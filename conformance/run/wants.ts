import { isObject, type JsonObject, objectOf, resolvePath } from '../../document/index.js'
import { smallestValue } from '../../document/values/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import { schemasAt } from '../checks/response.js'
import { parsedJson } from '../exchange/exchange.js'
import { type Api, type Call, type Observed, valuesAt } from '../model/case.js'
import { anotherText, distinctIn, isMadeUpId, naming } from '../requests/distinct.js'
import type { Want } from './refusals.js'
import { namedBelow, plainName, type Target } from './targets.js'

/** Shorter texts occur in messages by chance, unless they are those of the few members at the top. */
export const shortestNested = 4

/** A change of a value. */
export type Change = (value: unknown) => unknown

/** The ids of the things that the name of a member may mean. */
export type Known = (name: string) => readonly unknown[]

const matching = (pattern: string): unknown =>
  smallestValue({ type: 'string', pattern }, { schemas: {}, pointer: '#', direction: 'request' })

/** The schema of a member in the successful responses of an operation, in which it may be enclosed once. */
const shownSchema = (name: string, { document }: Api, { responses }: Operation): JsonObject | undefined => {
  const media = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.values(content) : [],
  )
  const whole = media.flatMap(({ pointer }) => schemasAt(document, `${pointer}/schema`, []))
  const inside = whole.flatMap(({ node }) => Object.keys(objectOf(node['properties'])))
  const enclosed = media.flatMap(({ pointer }) =>
    inside.flatMap((key) => schemasAt(document, `${pointer}/schema`, [key])),
  )
  return [...whole, ...enclosed]
    .map(({ node }) => objectOf(node['properties'])[name])
    .find((one) => isObject(one))
}

/**
 * A value for a missing member or parameter. An undeclared one has the schema that responses show for it, or else is
 * a text. Names are made distinct, because services often require that.
 */
const likely = (name: string, api: Api, operation: Operation, location: Target['in']): unknown => {
  const declared = operation.parameters.find((one) => one.in === location && one.name === name)
  const shown = location === 'body' ? shownSchema(name, api, operation) : undefined
  const schema = declared?.schema ?? shown ?? { type: 'string' }
  const { schemas } = api.surface
  const value = smallestValue(schema, { schemas, pointer: '#', direction: 'request', name })
  return naming.test(name) ? formed(value, (text) => anotherText(text, distinctIn(api)())) : value
}

/** Converts a text of the service to the type of the sent value. */
const asSent = (text: string | undefined, sent: unknown): unknown => {
  const read = text === undefined ? undefined : parsedJson(text)
  const isTyped = [sent, read].every((one) => typeof one === 'number' || typeof one === 'boolean')
  return isTyped ? read : text
}

const bounded = (value: unknown, least: number, most: number): unknown => {
  if (typeof value === 'number') return Math.min(Math.max(value, least), most)
  if (typeof value === 'string') return value.slice(0, Math.max(0, most)).padEnd(Math.min(least, 10_000), 'x')
  return Array.isArray(value) ? value.slice(0, Math.max(0, most)) : value
}

/** A text, or the texts of a list, in another form. */
export function formed(value: unknown, form: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => formed(one, form))
  return typeof value === 'string' ? form(value) : value
}

/** The change that makes a value meet a requirement; a value that meets it stays. */
export function changeOf(
  want: Want,
  { keys, in: location }: Target,
  {
    api,
    case: {
      call: { operation },
    },
  }: Observed,
  full: Call | undefined,
  known: Known,
): Change {
  switch (want.kind) {
    case 'values':
      return (value) => {
        const [first] = want.values
        if (Array.isArray(value)) return [asSent(first, value[0])]
        return want.values.includes(String(value)) ? value : asSent(first, value)
      }
    case 'pattern':
      return () => matching(want.pattern)
    case 'text':
      // A UUID in a refusal is an example of the form, so a known id of the service is preferred.
      return (value) => {
        const id = isUuid(want.text) ? known(keys.at(-1) ?? '').find(isMadeUpId) : undefined
        return id ?? asSent(want.text, value)
      }
    case 'lower':
      return (value) => formed(value, (text) => text.toLowerCase())
    case 'bounds':
      return (value) => bounded(value, want.least ?? -Infinity, want.most ?? Infinity)
    case 'absent':
      return () => undefined
    case 'present': {
      const name = keys.at(-1) ?? ''
      const nested = location === 'body' && name.length >= shortestNested
      // A service may want at the top what the document has in an object.
      const [inner = keys] = nested ? namedBelow(full?.body?.value, plainName(name)) : []
      const shown = [keys, inner]
        .map((at) => full && resolvePath(valuesAt(full, location), at))
        .find((one) => one !== undefined)
      return (value) =>
        value === undefined || value === null || value === ''
          ? (shown ?? likely(name, api, operation, location))
          : value
    }
  }
}
