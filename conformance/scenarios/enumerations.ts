import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import { listedValues, shapesOf } from './document-shape.js'
import { documentedQuote } from './quote/documents.js'
import { records } from './spec-records.js'
import { type EnumerationName, enumerations } from './spec-table.js'

/** Values that the document lists in a place that one of the specification's lists belongs to. */
interface Listing {
  readonly name: string
  readonly place: string
  readonly due: readonly string[]
  readonly listed: ReadonlySet<unknown>
  readonly pointer: string
  /** Whether the list is not closed: further values are taken as they come. */
  readonly isOpen?: boolean
  /** Whether a caller sends these values: then other spellings of them may be taken, and listed. */
  readonly isSent?: boolean
}

const parameters: Readonly<Record<string, EnumerationName>> = {
  source_currency_chain: 'Blockchain',
  destination_currency_chain: 'Blockchain',
  additional_in_currency_chains: 'Blockchain',
  rate_expiry_policy: 'RateExpiryPolicy',
}

const inParameters = (context: ScenarioContext): Listing[] => {
  const operation = context.operation('get', '/autoramps/quote')
  const { schemas } = context.under.surface
  return operation.parameters.flatMap((parameter): Listing[] => {
    const name = parameter.in === 'query' ? parameters[parameter.name] : undefined
    if (name === undefined || parameter.schema === undefined) return []
    const shapes = shapesOf(parameter.schema, schemas)
    const items = shapes.flatMap((shape) => shape.items).flatMap((item) => shapesOf(item, schemas))
    const listed = listedValues(items.length > 0 ? items : shapes)
    const { pointer } = parameter
    return listed
      ? [{ name, place: `query ${parameter.name}`, due: enumerations[name], listed, pointer, isSent: true }]
      : []
  })
}

const inQuote = (context: ScenarioContext): Listing[] => {
  const { pointer } = context.operation('get', '/autoramps/quote')
  return documentedQuote(context).flatMap(({ record, field, listed, kind }): Listing[] => {
    const { kinds, hasOthers: isOpen = false } = records[record]
    const { enumeration } = field
    const place = `${field.name} of ${record}${kind === undefined ? '' : ` ${kind}`}`
    if (!listed) return []
    if (enumeration) {
      return [{ name: enumeration, place, due: enumerations[enumeration], listed, pointer }]
    }
    const isTag = kinds !== undefined && field.name === 'type'
    return isTag
      ? [{ name: `type of ${record}`, place, due: Object.keys(kinds), listed, pointer, isOpen }]
      : []
  })
}

const successOf = (operation: Operation): JsonSchema | undefined => {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  return Object.values(answer?.content ?? {})[0]?.schema
}

const inIdentification = (context: ScenarioContext): Listing[] => {
  const operation = context.find('post', '/customers/{}/identifications/v2')
  if (!operation) return []
  const { schemas } = context.under.surface
  const status = shapesOf(successOf(operation), schemas).flatMap(
    ({ properties }) => properties.get('status') ?? [],
  )
  const listed = listedValues(status.flatMap((one) => shapesOf(one, schemas)))
  const name = 'Identification status'
  const { pointer } = operation
  return listed
    ? [{ name, place: 'the status of an identification', due: enumerations[name], listed, pointer }]
    : []
}

const deepest = 6

/** The values listed at every end of a schema. */
const leaves = (schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>, depth = 0): unknown[][] =>
  shapesOf(schema, schemas).flatMap(({ values, properties }) =>
    values || depth > deepest
      ? [[...(values ?? [])]]
      : [...properties.values()].flat().flatMap((one) => leaves(one, schemas, depth + 1)),
  )

/** Names of rails are not shown; what is listed at the end of either direction is the status of one. */
const inAbilities = (context: ScenarioContext): Listing[] => {
  const operation = context.find('get', '/customers/{}/abilities')
  if (!operation) return []
  const { schemas } = context.under.surface
  const name = 'Rail status'
  const due = enumerations[name]
  return shapesOf(successOf(operation), schemas).flatMap(({ properties }) =>
    ['fiat_deposit', 'fiat_payout'].flatMap((part) =>
      (properties.get(part) ?? [])
        .flatMap((schema) => leaves(schema, schemas))
        .filter((values) => values.some((value) => due.some((status) => status === value)))
        .map((values) => ({
          name,
          place: `a rail of ${part}`,
          due,
          listed: new Set(values),
          pointer: operation.pointer,
        })),
    ),
  )
}

const listings = (context: ScenarioContext): readonly Listing[] => {
  const all = [
    ...inParameters(context),
    ...inQuote(context),
    ...inIdentification(context),
    ...inAbilities(context),
  ]
  if (all.length === 0) throw new NotApplicable('the document lists no values in any of these places')
  return all
}

const isSpelling = (value: unknown, due: readonly string[]): boolean =>
  due.some((member) => member.toLowerCase() === String(value).toLowerCase())

const differences = ({ name, place, due, listed, isOpen, isSent }: Listing): string[] => [
  ...due
    .filter((member) => !listed.has(member))
    .map((member) => `${name} has ${member}; the document lacks it for ${place}`),
  ...[...listed]
    .filter((value) => isOpen !== true && !due.some((member) => member === value))
    .filter((value) => isSent !== true || !isSpelling(value, due))
    .map((value) => `${name} has no ${String(value)}; the document lists it for ${place}`),
]

const document: Scenario = async (context) => {
  const told = new Set<string>()
  for (const listing of listings(context)) {
    for (const message of differences(listing)) {
      if (!told.has(message)) context.violate(message, undefined, listing.pointer)
      told.add(message)
    }
  }
}

// A further member mints a version, and no list says which documents had which: earlier ones are only noted.
const olderDocuments: Scenario = async (context) => {
  for (const listing of listings(context)) {
    for (const message of differences(listing)) context.note(`served: ${message}`)
  }
}

/** The specification's enumerations in the documents. */
export const enumerationScenarios: Readonly<Record<string, Scenario>> = {
  'enumerations/documents': document,
  'enumerations/older-documents': olderDocuments,
}
