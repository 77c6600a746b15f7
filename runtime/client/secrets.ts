import type { WebHeaders } from './web.js'

const sensitive = /auth|cookie|secret|token|password|signature|(?<!idempotency-)key/i

/** Keeps the credentials of one call out of everything that others may see. */
export class Secrets {
  readonly #known = new Set<string>()

  /** Remembers a credential, in the spellings in which it may come back. */
  add(value: string): void {
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      if (form !== '') this.#known.add(form)
    }
  }

  /** A text without credentials. */
  hide(text: string): string {
    return [...this.#known].reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  }

  /** Headers with the values of those that carry secrets replaced. */
  headers(headers: WebHeaders): Record<string, string> {
    const shown: Record<string, string> = {}
    headers.forEach((value, name) => {
      shown[name] = sensitive.test(name) ? '***' : this.hide(value)
    })
    return shown
  }

  /** A copy of a JSON value without credentials. */
  body(body: unknown): unknown {
    return body === undefined ? body : JSON.parse(this.hide(JSON.stringify(body)))
  }
}
