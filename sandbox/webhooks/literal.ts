import { isIP } from 'node:net'

/** The host of a URL if it is an IP address, without the brackets of IPv6. */
export function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}
