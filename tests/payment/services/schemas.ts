import { isObject, type JsonObject as Json } from '../../../document/index.js'
import { tableIn } from '../../support/table.js'

const {
  types,
  schemas: own,
  later,
} = tableIn<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(import.meta.dirname, 'schemas.yaml')

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const combinations = ['oneOf', 'anyOf', 'allOf']

/** The JSON Schema of what `schemas.yaml` writes shorter. */
export const schemaOf = (short: unknown): unknown => {
  if (Array.isArray(short)) return { type: 'array', items: schemaOf(short[0]) }
  if (isObject(short) && 'json' in short) return short['json']
  if (isObject(short)) {
    const combination = combinations.find((name) => name in short)
    if (combination !== undefined)
      return { ...short, [combination]: (short[combination] as readonly unknown[]).map(schemaOf) }
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
export const schemas: Json = all(own)

const business = (own?.['Kyc.Business'] ?? {}) as Readonly<Record<string, object>>
const details = business['business_details'] as Readonly<Record<'industry?', unknown>>
const { 'industry?': industry, ...others } = details
const withDetails = (own: object): Json => all({ 'Kyc.Business': { ...business, business_details: own } })

/** The schemas of versions before and since an industry is required, where documents show none before. */
export const industrySchemas = { before: withDetails(others), since: withDetails({ ...others, industry }) }

const { rate, ...offered } = (own?.['Offer'] ?? {}) as Readonly<Record<string, unknown>>

/** The schemas that differ in a version that is not specified. */
export const laterSchemas: Json = { ...all(later), Offer: schemaOf({ ...offered, exchange_rate: rate }) }
