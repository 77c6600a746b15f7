import { BodyUnknown, type Exchange, parsedJson } from '../exchange/exchange.js'
import { idIn, isSuccess } from '../exchange/reading.js'
import { isObject } from '../../document/index.js'

const kinds = 'autoramp|identification|address|account|signing|(fiat|crypto|pix|wallet)[-_]?address'

/** Names in a request: segments of its path, values of its query, and texts at the top of its body. */
const namesIn = ({ request }: Exchange): readonly string[] => {
  const { pathname, searchParams } = new URL(request.url)
  // A body that was broken on purpose names nobody.
  const body = parsedJson(request.body ?? '')
  return [
    ...pathname.split('/'),
    ...searchParams.values(),
    ...(isObject(body) ? Object.values(body) : []).filter((value) => typeof value === 'string'),
  ]
}

/** The id that an answer shows; undefined where its body was not recorded. */
const shownId = (exchange: Exchange, kind: string): string | undefined => {
  try {
    return idIn(exchange, kind)
  } catch (error) {
    if (error instanceof BodyUnknown) return undefined
    throw error
  }
}

/**
 * Remembers under which version each customer was created, and what belongs to one. A version is pinned to a customer
 * for its lifetime: whether a request about the customer under another version is served by that of the call or by
 * that of the customer is open.
 */
export class CustomerVersions {
  readonly #versions = new Map<string, string | undefined>()

  /** @param given a customer of the user's own, of which nobody knows under which version it was created */
  constructor(given?: string) {
    if (given !== undefined) this.#versions.set(given, undefined)
  }

  /** Takes note of what an answer says was created. */
  look(exchange: Exchange, route: string | undefined, version: string | undefined): void {
    if (route === undefined || exchange.request.method !== 'POST' || !isSuccess(exchange)) return
    const isCustomer = route === 'post /customers'
    const owner = isCustomer ? undefined : namesIn(exchange).find((name) => this.#versions.has(name))
    if (!isCustomer && owner === undefined) return
    const id = shownId(exchange, isCustomer ? 'customer' : kinds)
    const pinned = owner === undefined ? version : this.#versions.get(owner)
    if (id !== undefined && !this.#versions.has(id)) this.#versions.set(id, pinned)
  }

  /** The further versions that may serve a request, because it is about a customer of one of them. */
  further(exchange: Exchange, version: string, supported: ReadonlySet<string>): readonly string[] {
    if (this.#versions.size === 0) return []
    const owner = namesIn(exchange).find((name) => this.#versions.has(name))
    if (owner === undefined) return []
    const pinned = this.#versions.get(owner)
    const all = pinned === undefined ? [...supported] : [pinned]
    return all.filter((one) => one !== version)
  }
}
