import { type HeaderList } from '../model/exchange.js'
import { dig, textOf } from './reading.js'
import { headersOf } from './recorded-entry.js'

const keyNames = /^(x-)?api[-_]?key$/i
const credentialNames = /^(proxy-)?authorization$|^(set-)?cookie$/i
const secretMembers = /"(?:[a-z_]*secret|api_?key)"\s*:\s*"((?:[^"\\]|\\.)+)"/gi
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g

/** A shorter key would be found in every text; its header is masked all the same. */
const shortestKey = 4

/** Shorter credentials than this are words of any text. */
const shortest = 8

const inHeaders = (headers: HeaderList): string[] =>
  headers.flatMap(([name, value]) => {
    if (keyNames.test(name)) return value.length < shortestKey ? [] : [value]
    if (!credentialNames.test(name)) return []
    const parts = value.split(/[;,\s]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
    return [value, ...parts].filter((part) => part.length >= shortest)
  })

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

/**
 * The secrets that an entry shows: API keys, credentials, webhook secrets.
 * @param body text of the answer
 */
export function secretsIn(entry: unknown, body: string): string[] {
  const request = dig(entry, 'request')
  return [
    ...inHeaders(headersOf(dig(request, 'headers'))),
    ...inHeaders(headersOf(dig(entry, 'response', 'headers'))),
    ...inUrl(textOf(dig(request, 'url')) ?? ''),
    ...inText(textOf(dig(request, 'postData', 'text')) ?? ''),
    ...inText(body),
  ]
}
