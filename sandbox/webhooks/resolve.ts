import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'

import { isHost, isLoopback, isPublic } from './addresses.js'
import { isAllowedHost } from './allowed-hosts.js'
import type { ReachableHosts } from './url.js'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

type Answering = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** The lookup that a connection makes by itself, so that nothing is resolved a second time. */
export type Lookup = (hostname: string, options: LookupOptions, answer: Answering) => void

/** The addresses that a connection may lead to. */
export type Allowed = (address: string) => boolean

/** An endpoint whose address is not to be connected to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

/** Resolves as everything on this machine does. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses)
      else reject(error)
    })
  })

/**
 * The addresses that the host of a URL may have: public ones, and those of this machine where loopback is allowed;
 * without TLS those of this machine alone. A host that is allowed by its name may have private ones, by http too.
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
 * A lookup that hands over a name's addresses if every one of them is allowed, and refuses the name otherwise: a
 * connection takes any of them.
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
