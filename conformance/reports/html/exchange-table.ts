import type { ShownExchange } from '../../../reporting/index.js'
import type { Exchange, HeaderList } from '../../exchange/exchange.js'
import { curlLine } from '../evidence/curl.js'

const headerLines = (headers: HeaderList): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

const noteOf = ({ sentAt, isReplay, id }: Exchange): string =>
  [new Date(sentAt).toISOString(), ...(isReplay ? ['a replay'] : []), ...(id === undefined ? [] : [id])].join(
    ', ',
  )

/** An answer that never came has status 0, and the reason for a body. */
const shown = (exchange: Exchange, isPassed: boolean): ShownExchange => {
  const { request, response } = exchange
  return {
    note: noteOf(exchange),
    line: `${request.method} ${request.url}`,
    status: response.status === 0 ? 'no answer' : String(response.status),
    requestHeaders: headerLines(request.headers),
    ...(request.body === undefined ? {} : { requestBody: request.body }),
    responseHeaders: headerLines(response.headers),
    responseBody: response.body,
    ...(exchange.target === 'webhook' && { isRaw: true }),
    // What passed need not be sent again, and there is much of it.
    ...(isPassed ? {} : { curl: curlLine(exchange) }),
  }
}

/** The exchanges of a page, each once however many results show it. */
export class ExchangeTable {
  readonly exchanges: ShownExchange[] = []
  readonly #indexes = new Map<string, number>()

  /** The index of an exchange, which is taken in where it is new. */
  indexOf(exchange: Exchange, isPassed = false): number {
    const one = shown(exchange, isPassed)
    const key = JSON.stringify(one)
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.exchanges.length)
    return this.exchanges.push(one) - 1
  }
}
