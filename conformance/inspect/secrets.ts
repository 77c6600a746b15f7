import { type HeaderList } from '../exchange/exchange.js'
import { memberAt } from '../../document/index.js'
import { primitiveText } from './primitive-text.js'
import { headersOf } from './recorded-entry.js'

const keyNames = /^(x-)?api[-_]?key$/i
const credentialNames = /^(proxy-)?authorization$|^(set-)?cookie$/i
const secretMembers = /"(?:[a-z_]*secret|api_?key)"\s*:\s*"((?:[^"\\]|\\.)+)"/gi
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g

/** A shorter key would be found in every text; its header is masked all the same. */
const shortestKey = 4

/** Shorter credentials than this are words of any text. */
const shortest = 8

const headersIn = (entry: unknown): HeaderList => [
  ...headersOf(memberAt(entry, 'request', 'headers')),
  ...headersOf(memberAt(entry, 'response', 'headers')),
]

const keysIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name, value]) => keyNames.test(name) && value.length >= shortestKey)
    .map(([, value]) => value)

const credentialsIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name]) => credentialNames.test(name))
    .flatMap(([, value]) => [value].concat(value.split(/[;,\s]+/)))
    .flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
    .filter((part) => part.length >= shortest)

const inUrl = (url: string): string[] => {
  if (!URL.canParse(url)) return []
  const { searchParams, password } = new URL(url)
  const named = [...searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value)
  return [...named, password].filter((value) => value !== '')
}

const inText = (text: string): string[] => [
  ...[...text.matchAll(secretMembers)].flatMap(([, value = '']) => value),
  ...(text.match(webhookSecrets) ?? []),
]

/** More credentials than anyone has: what a load balancer makes anew for each answer is none. */
const mostCredentials = 500

/** Collects the secrets that entries show: API keys, webhook secrets, and of cookies and the like the first ones. */
export class Secrets {
  readonly #keys = new Set<string>()
  readonly #credentials = new Set<string>()

  /** @param body text of the answer */
  add(entry: unknown, body: string): void {
    const headers = headersIn(entry)
    const url = primitiveText(memberAt(entry, 'request', 'url')) ?? ''
    const sent = primitiveText(memberAt(entry, 'request', 'postData', 'text')) ?? ''
    for (const key of [...keysIn(headers), ...inUrl(url), ...inText(sent), ...inText(body)])
      this.#keys.add(key)
    if (this.#credentials.size >= mostCredentials) return
    for (const credential of credentialsIn(headers)) this.#credentials.add(credential)
  }

  /** Everything that was found. */
  get all(): readonly string[] {
    return [...this.#keys, ...this.#credentials]
  }
}
