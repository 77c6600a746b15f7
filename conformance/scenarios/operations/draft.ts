import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { CallOptions } from '../../engine/call-options.js'
import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible } from '../../engine/outcome.js'
import type { ParameterValue } from '../../engine/serialize.js'
import type { Exchange } from '../../model/exchange.js'
import { coins } from '../subjects/currencies.js'
import { quoteSubject } from '../subjects/quote.js'
import { bodyOf } from './body.js'
import { customerId, pathValues } from './ids.js'
import { parameterValidator } from './wire.js'

/** A request before it is written: what the document lets a caller choose. */
export interface Draft {
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, ParameterValue>>
  /** Absent where nothing is sent. */
  readonly body?: unknown
}

/** Query parameters that a document requires. */
export function requiredQuery({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ in: place, required }) => place === 'query' && required)
}

const isTarget = /destination|target|^to/i

/** Crypto for euro, wherever an operation wants to know a pair of currencies. */
const currencyValue = async (context: ScenarioContext, { name }: Parameter): Promise<string | undefined> => {
  const [, part] = /currency[_-]?(code|type|chain)$/i.exec(name) ?? []
  const coin = (await coins(context))[0]
  const values = isTarget.test(name)
    ? { code: 'EUR', type: 'Fiat', chain: undefined }
    : { code: coin?.token, type: 'Crypto', chain: coin?.chain }
  return part === 'code' || part === 'type' || part === 'chain' ? values[part] : undefined
}

const fits = async (context: ScenarioContext, parameter: Parameter, value: string): Promise<boolean> => {
  const validator = await parameterValidator(context, parameter)
  return validator === undefined || validator(value)
}

const queryValue = async (
  context: ScenarioContext,
  operation: Operation,
  parameter: Parameter,
): Promise<string> => {
  const { name } = parameter
  if (/^customer[_-]?id$/i.test(name)) return customerId(context, operation)
  const known = name === 'country' ? 'DEU' : await currencyValue(context, parameter)
  return known !== undefined && (await fits(context, parameter, known))
    ? known
    : context.sampler().parameter(parameter)
}

/** The chain of a coin goes with its ticker, where the document has a place for it. */
const isSent = ({ in: place, name, required }: Parameter, names: ReadonlySet<string>): boolean =>
  place === 'query' &&
  (required ||
    (/currency[_-]?chain$/i.test(name) && !isTarget.test(name) && names.has(name.replace(/chain$/i, 'code'))))

const queryOf = async (context: ScenarioContext, operation: Operation): Promise<Draft['query']> => {
  const isQuote = context.under.operations.route(operation) === 'get /autoramps/quote'
  const quote = isQuote ? await ifPossible(quoteSubject(context)) : undefined
  if (quote) return quote.query
  const names = new Set(requiredQuery(operation).map(({ name }) => name))
  const entries = operation.parameters
    .filter((parameter) => isSent(parameter, names))
    .map(async (parameter) => [parameter.name, await queryValue(context, operation, parameter)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

const plan = async (context: ScenarioContext, operation: Operation): Promise<Draft> => {
  const body = await bodyOf(context, operation)
  return {
    path: await pathValues(context, operation),
    query: await queryOf(context, operation),
    ...(body !== undefined && { body }),
  }
}

/** The smallest request that the document of the version takes, the same for all rules but for its body. */
export async function smallestDraft(context: ScenarioContext, operation: Operation): Promise<Draft> {
  const route = context.under.operations.route(operation)
  const draft = await context.once(`draft ${context.version} ${route}`, () => plan(context, operation))
  // Bodies carry names that may be given only once.
  return operation.requestBody ? { ...draft, body: await bodyOf(context, operation) } : draft
}

/** Sends a draft as it is. */
export function sendDraft(
  context: ScenarioContext,
  operation: Operation,
  draft: Draft,
  options: CallOptions = {},
): Promise<Exchange> {
  return context.call(operation, { ...draft, exactQuery: true, ...options })
}
