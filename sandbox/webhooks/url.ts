import { isIP } from 'node:net'

import { badRequest } from '../primitives/refusal.js'
import { isLoopback, isPublic } from './addresses.js'

const longestUrl = 2048

/** The host of a URL as an address, if it is one: without the brackets of IPv6. */
export function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}

const isLocalName = ({ hostname }: URL): boolean => /^(.*\.)?localhost\.?$/.test(hostname)

const leadsHome = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? isLocalName(url) : isLoopback(literal)
}

const hasPublicHost = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? !isLocalName(url) : isPublic(literal)
}

const isDeliverable = (url: URL, allowsLoopback: boolean): boolean =>
  (url.protocol === 'https:' && hasPublicHost(url)) ||
  (allowsLoopback && /^https?:$/.test(url.protocol) && leadsHome(url))

/** Text that a parser of URLs would silently take away or add does not reach lists, logs and receivers. */
const isSpelledOut = (text: string): boolean => /^https?:\/\/[^/\\\s\p{C}][^\s\p{C}]*$/iu.test(text)

/**
 * Throws `Refusal` 400 for an address that is no public https URL (Registering); loopback, by http too, is taken where
 * it is allowed. What a name leads to is looked at when it is connected to.
 */
export function checkUrl(text: string, allowsLoopback: boolean): void {
  const url = text.length <= longestUrl && URL.canParse(text) ? new URL(text) : undefined
  if (
    url !== undefined &&
    isSpelledOut(text) &&
    url.username === '' &&
    url.password === '' &&
    isDeliverable(url, allowsLoopback)
  )
    return
  throw badRequest(
    `request body at /url must be an https:// URL of a public host without credentials${allowsLoopback ? ', or a loopback one' : ''}`,
  )
}
