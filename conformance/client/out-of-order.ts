import { type Exchange, type ExchangeResponse, headerValue } from '../exchange/exchange.js'

/** Longest wait for a service that says when to come again, in milliseconds. */
export const longestWaitMs = 5_000

const busy = new Set([429, 502, 503, 504])

/** True for an answer of a service, or of a gateway before it, that is busy or down: no verdict follows from it. */
export function isBusy({ status }: ExchangeResponse): boolean {
  return busy.has(status)
}

/** How long to wait before a busy service is asked again, in milliseconds. */
export function waitBefore({ response }: Exchange): number {
  const text = headerValue(response.headers, 'retry-after') ?? ''
  const seconds = text.trim() === '' ? 1 : Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? 1000 : Math.min(Math.max(ms, 0), longestWaitMs)
}

const timeouts = /^(TimeoutError|(Headers|Body|Connect)TimeoutError)$/

/** Why no answer came, in a word or a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (timeouts.test(error.name)) return 'no answer in the time given'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** True for an error of a connection that broke, for reasons that may be its own. */
export function isBrokenConnection(error: unknown): boolean {
  return /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(reasonOf(error))
}

/** True for a web page: gateways and login screens answer with one. */
export function isPage({ headers }: ExchangeResponse): boolean {
  return /^text\/html\b/i.test(headerValue(headers, 'content-type') ?? '')
}

/** True for an answer that may be that of a service which is out of order, or of something in its place. */
export function isOutOfOrder(response: ExchangeResponse): boolean {
  return response.status >= 500 || (response.status >= 300 && response.status < 400) || isPage(response)
}
