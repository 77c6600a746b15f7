import type { WebHeaders } from './web.js'

const sensitive = /auth|cookie|secret|token|password|signature|(?<!idempotency-)key/i

/** Removes the credentials of one call from everything that is shown. */
export class Secrets {
  readonly #known = new Set<string>()

  /** Registers a credential in the spellings in which it may be echoed. */
  add(value: string): void {
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      if (form !== '') this.#known.add(form)
    }
  }

  /** The text with credentials masked. */
  hide(text: string): string {
    return [...this.#known].reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  }

  /** The headers with values that carry secrets masked. */
  headers(headers: WebHeaders): Record<string, string> {
    const shown: Record<string, string> = {}
    headers.forEach((value, name) => {
      shown[name] = sensitive.test(name) ? '***' : this.hide(value)
    })
    return shown
  }

  /** A copy of a JSON value with credentials masked. */
  body(body: unknown): unknown {
    return body === undefined ? body : JSON.parse(this.hide(JSON.stringify(body)))
  }
}
