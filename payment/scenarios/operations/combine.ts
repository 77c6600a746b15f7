import * as fc from '#bundled/fast-check'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import type { Operation } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isObject } from '../../../document/index.js'
import { Arbitraries } from './arbitrary.js'
import { type Draft, sendDraft } from './draft.js'
import { operationName, routeOf } from './operation-name.js'
import { subschemasOf } from './schema-at.js'
import { seededNumber } from './seeded.js'
import { readingsOf } from '../../../conformance/cases/readings.js'
import { bodyValidator, isScalar, parameterValidator } from './wire.js'

const most = { get: 4, other: 1 }
const mostRequests = { get: 12, other: 2 }
const mostOptional = 3

/** Members that name other resources, or that this run recognises its own by: they keep the value they have. */
const isReference = /(^|[_-])(id|ids|uuid|reference|cursor|email|phone|url)$|^(external|partner)/i

interface Choice {
  readonly name: string
  readonly value: fc.Arbitrary<unknown>
  readonly allows: (value: unknown) => boolean
  readonly isBody: boolean
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const allowsText =
  (validator: Validator | undefined) =>
  (value: unknown): boolean =>
    asText(value) !== '' &&
    (validator === undefined || readingsOf(asText(value)).some((reading) => validator(reading)))

const queryChoices = (
  context: ScenarioContext,
  { parameters }: Operation,
  base: Draft,
): Promise<Choice[]> => {
  const arbitraries = new Arbitraries(context.under.surface.schemas)
  const free = parameters.filter(
    (parameter) =>
      parameter.in === 'query' &&
      !(parameter.name in base.query) &&
      isScalar(context, parameter) &&
      !isReference.test(parameter.name),
  )
  return Promise.all(
    free.map(async (parameter) => ({
      name: parameter.name,
      value: arbitraries.of(parameter.schema),
      allows: allowsText(await parameterValidator(context, parameter)),
      isBody: false,
    })),
  )
}

const bodyChoices = async (
  context: ScenarioContext,
  operation: Operation,
  base: Draft,
): Promise<Choice[]> => {
  const { schemas } = context.under.surface
  const validator = await bodyValidator(context, operation)
  const { body } = base
  if (!validator || !isObject(body)) return []
  const root = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const members = subschemasOf(root, schemas).flatMap(({ properties = {} }): [string, JsonSchema][] =>
    Object.entries(properties),
  )
  const arbitraries = new Arbitraries(schemas)
  return members
    .filter(([name]) => !(name in body) && !isReference.test(name))
    .map(([name, schema]) => ({
      name,
      value: arbitraries.of(schema),
      allows: (value) => validator({ ...body, [name]: value }),
      isBody: true,
    }))
}

type Chosen = readonly (readonly [Choice, unknown])[]

const withChosen = (base: Draft, chosen: Chosen): Draft => {
  const members = chosen.filter(([{ isBody }]) => isBody).map(([{ name }, value]) => [name, value] as const)
  const query = chosen
    .filter(([{ isBody }]) => !isBody)
    .map(([{ name }, value]) => [name, asText(value)] as const)
  return {
    ...base,
    query: { ...base.query, ...Object.fromEntries(query) },
    ...(isObject(base.body) && { body: { ...base.body, ...Object.fromEntries(members) } }),
  }
}

const combinations = (choices: readonly Choice[]): fc.Arbitrary<Chosen> =>
  fc
    .subarray([...choices], { minLength: 1, maxLength: Math.min(mostOptional, choices.length) })
    .chain((some) => fc.tuple(...some.map((choice) => choice.value.map((value) => [choice, value] as const))))

const refusesData = ({ response }: Exchange): boolean => response.status === 400 || response.status === 422

/**
 * Sends a request that is served once more with optional data beside it, in combinations that the document allows.
 * A refusal may have a reason of the business, so it is noted, in its shortest form; failures of the server are seen
 * by those who look on.
 */
export async function combine(context: ScenarioContext, operation: Operation, base: Draft): Promise<void> {
  const choices = [
    ...(await queryChoices(context, operation, base)),
    ...(await bodyChoices(context, operation, base)),
  ]
  if (choices.length === 0) return
  const kind = operation.method === 'get' ? 'get' : 'other'
  let left = mostRequests[kind]
  let refused: Chosen = []
  let ending: unknown
  const property = fc.asyncProperty(combinations(choices), async (chosen) => {
    const isAllowed = chosen.every(([{ allows }, value]) => allows(value))
    if (!isAllowed || left === 0 || ending !== undefined) return true
    left--
    try {
      const exchange = await sendDraft(context, operation, withChosen(base, chosen))
      if (!refusesData(exchange)) return true
      refused = chosen
      return false
    } catch (error) {
      ending = error
      return true
    }
  })
  const seed = seededNumber(context.session.plan.seed, `${context.version} ${routeOf(context, operation)}`)
  await fc.check(property, { seed, numRuns: most[kind] })
  if (ending !== undefined) throw ending
  if (refused.length === 0) return
  const names = refused.map(([{ name }]) => name).join(', ')
  context.note(
    `served: a refusal of data that the document allows, ${operationName(context, operation)} with ${names}`,
  )
}
