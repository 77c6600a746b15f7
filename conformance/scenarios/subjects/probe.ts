import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { Exchange } from '../../model/exchange.js'

const marketData = new Set(['Currencies', 'ExchangeRate'])

const isPlainRead = ({ method, path, tags, security, servers }: Operation): boolean =>
  method === 'get' &&
  !path.includes('{') &&
  security.length > 0 &&
  !servers.includes('/') &&
  !tags.some((tag) => marketData.has(tag))

const choose = (context: ScenarioContext): { operation: Operation; query: Record<string, string> } => {
  const terms = context.find('get', '/terms-and-conditions')
  if (terms) return { operation: terms, query: { country: 'DEU' } }
  const operation = Object.values(context.under.surface.operations).find(isPlainRead)
  if (!operation) throw new Skip('the document has no operation that can be read without knowing an id')
  return { operation, query: {} }
}

/** Calls an operation that anyone with a key can read: the terms, or the first plain read of the document. */
export function probe(context: ScenarioContext, options: CallOptions = {}): Promise<Exchange> {
  const { operation, query } = choose(context)
  return context.call(operation, { ...options, query: { ...query, ...options.query } })
}
