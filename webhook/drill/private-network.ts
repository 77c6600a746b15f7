import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

// As a namespace, because its functions call each other by `this`.
import * as addresses from '#bundled/ipaddr.js'

/** Ranges of this machine and of private networks, among those of the library. */
const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** An IPv4 address within IPv6 counts as the IPv4 address. */
const isNear = (address: string): boolean => near.has(addresses.process(address).range())

/**
 * True when every address of a URL's host belongs to this machine or a private network. A name without addresses counts
 * too, because nothing can be sent there.
 */
export async function isOnPrivateNetwork({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isNear(host)
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.every(({ address }) => isNear(address))
}
