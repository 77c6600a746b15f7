import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * True for a host that is this machine whatever a name server says: a loopback address, with or without the brackets of
 * IPv6, `localhost`, or a name below it.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0) return /^(.+\.)?localhost\.?$/i.test(host)
  return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
