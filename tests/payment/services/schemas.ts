import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isObject, type JsonObject as Json } from '../../../document/index.js'

const file = new URL('../../../fixtures/payment/schemas.yaml', import.meta.url)

const {
  types,
  schemas: own,
  unions,
  later,
}: Readonly<Record<string, Readonly<Record<string, unknown>>>> = parse(readFileSync(file, 'utf8'))

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The JSON Schema of what the file writes shorter. */
const schemaOf = (short: unknown): unknown => {
  if (Array.isArray(short)) return { type: 'array', items: schemaOf(short[0]) }
  if (isObject(short)) {
    const names = Object.keys(short)
    return {
      type: 'object',
      required: names.filter((name) => !name.endsWith('?')),
      properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), schemaOf(short[name])])),
    }
  }
  const text = String(short)
  if (text.includes('|')) return { type: 'string', enum: text.split('|').filter((one) => one !== '') }
  return types?.[text] ?? reference(text)
}

const all = (named: Readonly<Record<string, unknown>> = {}): Json =>
  Object.fromEntries(Object.entries(named).map(([name, short]) => [name, schemaOf(short)]))

/** Component schemas with names of their own. */
export const schemas: Json = {
  ...all(own),
  ...Object.fromEntries(
    Object.entries(unions ?? {}).map(([name, branches]) => [
      name,
      { oneOf: (branches as readonly string[]).map(reference) },
    ]),
  ),
}

const { rate, ...offered } = (own?.['Offer'] ?? {}) as Readonly<Record<string, unknown>>

/** Those that are other ones in a version that nobody has specified. */
export const laterSchemas: Json = {
  ...all(later),
  Offer: schemaOf({ ...offered, exchange_rate: rate }),
}
