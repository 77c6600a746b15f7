import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const near = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  near.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  near.addSubnet(address, bits, 'ipv6')
}

const isPrivate = (address: string): boolean => near.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * True when every address of a URL's host belongs to this machine or a private network. A name without addresses counts
 * too, because nothing can be sent there.
 */
export async function isOnPrivateNetwork({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPrivate(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.every(({ address }) => isPrivate(address))
}
