import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'

import { isHost, isLoopback, isPublic } from './addresses.js'
import { isAllowedHost } from './allowed-hosts.js'
import type { ReachableHosts } from './url.js'

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

type Answering = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** The lookup function of a socket, which avoids resolving a second time. */
export type Lookup = (hostname: string, options: LookupOptions, answer: Answering) => void

/** Whether a connection to an address is permitted. */
export type Allowed = (address: string) => boolean

/** Thrown for an endpoint with an address that is not permitted. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

/** Resolves with the system resolver. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses)
      else reject(error)
    })
  })

/**
 * The permitted addresses of a URL's host: public ones, and loopback if that is allowed; without TLS only loopback.
 * An explicitly allowed host may have private ones, also over http.
 */
export function allowedFor(url: URL, { allowsLoopback, allowedHosts }: ReachableHosts): Allowed {
  if (isAllowedHost(url, allowedHosts)) return isHost
  if (!allowsLoopback) return isPublic
  return url.protocol === 'https:' ? (address) => isPublic(address) || isLoopback(address) : isLoopback
}

const isWanted = ({ family: wanted }: LookupOptions, family: number): boolean =>
  wanted === undefined || wanted === 0 || String(wanted).endsWith(String(family))

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * A lookup that returns a name's addresses if every one is permitted, and otherwise rejects the name, because a
 * connection may use any of them.
 */
export function guardedLookup(resolve: Resolve, isAllowed: Allowed): Lookup {
  return (hostname, options, answer) => {
    const checked = async (): Promise<readonly LookupAddress[]> => {
      const addresses = await resolve(hostname)
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        throw new AddressRefusedError('the name leads to an address that is not public')
      return addresses
    }
    checked().then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => isWanted(options, family))
        const [first] = wanted
        if (options.all === true) answer(null, [...wanted])
        else if (first !== undefined) answer(null, first.address, first.family)
        else answer(new AddressRefusedError('the name has no address of this family'), '')
      },
      (reason: unknown) => answer(asError(reason), ''),
    )
  }
}
