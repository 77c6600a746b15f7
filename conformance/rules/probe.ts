import type { Operation } from '../../runtime/surface.js'
import type { CallOptions } from './request.js'
import type { ScenarioContext } from './context.js'
import { NotApplicable } from '../model/outcome.js'
import type { Exchange } from '../exchange/exchange.js'
import { streamKind } from '../exchange/streams.js'

const tagNames = /currenc|exchange|token|market|collateral|rates?$/i
const pathNames =
  /\/(crypto|fiat)?[-_]?(currenc(y|ies)|tokens?|assets|exchange[-_]?rates?|rates?|market[-_]?data|collateral)(\/|$)/i

/** Paths that the specification describes, or that concern partners and customers in any case. */
const otherNames =
  /^(\/[\w-]+)?\/(autoramps?|customers|terms-and-conditions|addresses|identifications|sandbox)(\/|$)/i

/**
 * True for an operation that may be one of the token and market-data endpoints, which ignore the version (Versioning
 * 7). The specification does not list them, so names in tags or in the path decide.
 */
export function isMarketData({ tags, path }: Pick<Operation, 'tags' | 'path'>): boolean {
  if (otherNames.test(path)) return false
  return tags.some((tag) => tagNames.test(tag)) || pathNames.test(path)
}

/** A stream ends only when the client closes the connection, so there would be no whole response to judge. */
const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) => Object.keys(content).some((type) => streamKind(type)))

const idlessReads = (context: ScenarioContext): readonly Operation[] => {
  const { operations } = context.under
  const all = [...operations.routes.values()]
  const someAreOpen = all.some(({ security }) => security.length > 0)
  return all.filter(
    (operation) =>
      operation.method === 'get' &&
      !operation.path.includes('{') &&
      !isStream(operation) &&
      !operations.relativePath(operation).startsWith('/spec') &&
      (operation.security.length > 0 || !someAreOpen),
  )
}

/** Operations that can be read without an id and that respect the version. */
export function plainReads(context: ScenarioContext): readonly Operation[] {
  return idlessReads(context).filter((operation) => !isMarketData(operation))
}

/** Token and market data that can be read without an id; they may ignore the version, and require the key. */
export function marketReads(context: ScenarioContext): readonly Operation[] {
  return idlessReads(context).filter(isMarketData)
}

const choose = (context: ScenarioContext): { operation: Operation; query: Record<string, string> } => {
  const terms = context.find('get', '/terms-and-conditions')
  if (terms) return { operation: terms, query: { country: 'DEU' } }
  const [operation] = plainReads(context)
  if (!operation)
    throw new NotApplicable('the document has no operation that can be read without knowing an id')
  return { operation, query: {} }
}

/** Calls an operation that any key can read: the terms, or else the first plain read. @throws an ending */
export async function probe(context: ScenarioContext, options: CallOptions = {}): Promise<Exchange> {
  const { operation, query } = choose(context)
  return context.call(operation, { ...options, query: { ...query, ...options.query } })
}
