import { isIP } from 'node:net'

// As a namespace, because its functions call each other by `this`.
import * as addresses from '#bundled/ipaddr.js'

type Address = addresses.IPv4 | addresses.IPv6

/** Global unicast. Other assigned addresses contain an IPv4 address, or belong to one network. */
const globalUnicast = addresses.IPv6.parse('2000::')

/** Metadata services of clouds among shared and unique local addresses. */
const metadata = new Set(['100.100.100.200', 'fd00:ec2::254'].map((text) => addresses.parse(text).toString()))

/** Ranges of explicitly allowed hosts beside public ones. Without link-local ones, where clouds have their metadata. */
const hostRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'])

/** An IP address without its zone; `undefined` for anything else, such as the short and octal forms of IPv4. */
const parsed = (text: string): Address | undefined => {
  const plain = text.replace(/%.*$/s, '')
  return isIP(plain) === 0 ? undefined : addresses.parse(plain)
}

const isUnicast = (address: Address): boolean =>
  address.range() === 'unicast' && (!(address instanceof addresses.IPv6) || address.match(globalUnicast, 3))

/**
 * Whether an IP address is on the public internet. An IPv6 address that embeds an IPv4 address never counts as
 * public, because its translator determines what it reaches.
 */
export function isPublic(text: string): boolean {
  const address = parsed(text)
  return address !== undefined && isUnicast(address)
}

/** Whether an IP address is a loopback address. */
export function isLoopback(text: string): boolean {
  return parsed(text)?.range() === 'loopback'
}

/**
 * Whether an IP address is acceptable for an explicitly allowed host: public, private, or loopback, but never
 * link-local or that of a metadata service.
 */
export function isHost(text: string): boolean {
  const address = parsed(text)
  if (address === undefined || metadata.has(address.toString())) return false
  return isUnicast(address) || hostRanges.has(address.range())
}

/** The host of a URL if it is an IP address, without the brackets of IPv6. */
export function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}
