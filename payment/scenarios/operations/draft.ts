import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/call-options.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { ParameterValue } from '../../../conformance/rules/serialize.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { coins } from '../subjects/currencies.js'
import { listedIds, takesIds } from '../subjects/listed-ids.js'
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
  return parameters.filter(({ in: location, required }) => location === 'query' && required)
}

const isTarget = /destination|target|^to/i

/** An amount goes with a pair of currencies, though a document cannot say that one of two has to be given. */
const isAmountIn = /^amount[_-]?in$/i

const isCurrency = /currency[_-]?(code|chain)$/i

/** Crypto for euro, wherever an operation wants to know a pair of currencies; the likeliest spelling first. */
const currencyValues = async (context: ScenarioContext, { name }: Parameter): Promise<readonly string[]> => {
  if (isAmountIn.test(name)) return ['100']
  const [, suffix = ''] = /currency[_-]?(code|type|chain)$/i.exec(name) ?? []
  if (suffix === 'type')
    return isTarget.test(name) ? ['Fiat', 'fiat', 'FIAT'] : ['Crypto', 'crypto', 'CRYPTO']
  if (suffix === '' || (isTarget.test(name) && suffix === 'chain')) return []
  if (isTarget.test(name)) return ['EUR']
  const coin = (await coins(context))[0]
  return [(suffix === 'code' ? coin?.token : coin?.chain) ?? []].flat()
}

const queryValue = async (
  context: ScenarioContext,
  operation: Operation,
  parameter: Parameter,
): Promise<string> => {
  const { name } = parameter
  if (/^customer[_-]?id$/i.test(name)) return customerId(context, operation)
  const known = name === 'country' ? ['DEU'] : await currencyValues(context, parameter)
  const validator = await parameterValidator(context, parameter)
  const fitting = known.find((value) => validator === undefined || validator(value))
  return fitting ?? context.sampler().parameter(parameter)
}

/** The chain of a coin goes with its ticker, where the document has a parameter for it. */
const isSent = ({ in: location, name, required }: Parameter, names: ReadonlySet<string>): boolean =>
  location === 'query' &&
  (required ||
    (isAmountIn.test(name) && [...names].some((one) => isCurrency.test(one))) ||
    (/currency[_-]?chain$/i.test(name) && !isTarget.test(name) && names.has(name.replace(/chain$/i, 'code'))))

const queryOf = async (context: ScenarioContext, operation: Operation): Promise<Draft['query']> => {
  const isQuote = context.under.operations.route(operation) === 'get /autoramps/quote'
  const quote = isQuote ? await ifPossible(quoteSubject(context)) : undefined
  if (quote) return quote.query
  const names = new Set(requiredQuery(operation).map(({ name }) => name))
  const entries = operation.parameters
    .filter((parameter) => isSent(parameter, names))
    .map(async (parameter) => [parameter.name, await queryValue(context, operation, parameter)] as const)
  const ids = takesIds(operation) ? { ids: await listedIds(context, operation) } : {}
  return { ...Object.fromEntries(await Promise.all(entries)), ...ids }
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
  return context.call(operation, { ...draft, exactQuery: true, isGuess: true, ...options })
}
