import { BodyUnknown, type Exchange, parsedJson } from '../exchange/exchange.js'
import { idIn, isSuccess } from '../exchange/reading.js'
import { isObject } from '../../document/index.js'

const kinds = 'autoramp|identification|address|account|signing|(fiat|crypto|pix|wallet)[-_]?address'

/** Candidates for ids in a request: path segments, query values, and top-level texts of the body. */
const namesIn = ({ request }: Exchange): readonly string[] => {
  const { pathname, searchParams } = new URL(request.url)
  // A malformed body has no ids.
  const body = parsedJson(request.body ?? '')
  return [
    ...pathname.split('/'),
    ...searchParams.values(),
    ...(isObject(body) ? Object.values(body) : []).filter((value) => typeof value === 'string'),
  ]
}

/** The id in a response; undefined where its body was not recorded. */
const shownId = (exchange: Exchange, kind: string): string | undefined => {
  try {
    return idIn(exchange, kind)
  } catch (error) {
    if (error instanceof BodyUnknown) return undefined
    throw error
  }
}

/**
 * Remembers the version under which each customer was created, and what belongs to the customer. A version is pinned to
 * a customer for its lifetime; whether a request about the customer under another version is served by the version of
 * the call or of the customer is open.
 */
export class CustomerVersions {
  readonly #versions = new Map<string, string | undefined>()

  /** @param given a customer of the user, created under an unknown version */
  constructor(given?: string) {
    if (given !== undefined) this.#versions.set(given, undefined)
  }

  /** Records what a response created. */
  look(exchange: Exchange, route: string | undefined, version: string | undefined): void {
    if (route === undefined || exchange.request.method !== 'POST' || !isSuccess(exchange)) return
    const isCustomer = route === 'post /customers'
    const owner = isCustomer ? undefined : namesIn(exchange).find((name) => this.#versions.has(name))
    if (!isCustomer && owner === undefined) return
    const id = shownId(exchange, isCustomer ? 'customer' : kinds)
    const pinned = owner === undefined ? version : this.#versions.get(owner)
    if (id !== undefined && !this.#versions.has(id)) this.#versions.set(id, pinned)
  }

  /** Further versions that may serve a request, because it is about a customer of one of them. */
  further(exchange: Exchange, version: string, supported: ReadonlySet<string>): readonly string[] {
    if (this.#versions.size === 0) return []
    const owner = namesIn(exchange).find((name) => this.#versions.has(name))
    if (owner === undefined) return []
    const pinned = this.#versions.get(owner)
    const all = pinned === undefined ? [...supported] : [pinned]
    return all.filter((one) => one !== version)
  }
}
