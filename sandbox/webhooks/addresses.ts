import { BlockList, isIP } from 'node:net'

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}

/** The IPv4 ranges that are not on the public internet. */
const own4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

/**
 * Global unicast, which excludes mapped, compatible, translated, unique local, link-local, site-local and multicast.
 */
const global6 = listOf('ipv6', [['2000::', 3]])

/** Protocol assignments (Teredo, ORCHID, benchmarking), documentation, and 6to4, which leads to any IPv4. */
const own6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/**
 * Ranges without regular hosts: this network, link-local with cloud metadata, shared metadata, multicast, reserved.
 */
const hostless4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

/** Unique local addresses, and among them a cloud metadata address. */
const local6 = listOf('ipv6', [['fc00::', 7]])
const metadata6 = listOf('ipv6', [['fd00:ec2::254', 128]])

const loopback4 = listOf('ipv4', [['127.0.0.0', 8]])
const loopback6 = listOf('ipv6', [['::1', 128]])

const withoutZone = (address: string): string => address.replace(/%.*$/s, '')

/**
 * Whether an IP address is on the public internet. An IPv6 address that embeds an IPv4 address never counts as
 * public, because its translator determines what it reaches.
 */
export function isPublic(address: string): boolean {
  const plain = withoutZone(address)
  switch (isIP(plain)) {
    case 4:
      return !own4.check(plain, 'ipv4')
    case 6:
      return global6.check(plain, 'ipv6') && !own6.check(plain, 'ipv6')
    default:
      return false
  }
}

/** Whether an IP address is a loopback address. */
export function isLoopback(address: string): boolean {
  const plain = withoutZone(address)
  switch (isIP(plain)) {
    case 4:
      return loopback4.check(plain, 'ipv4')
    case 6:
      return loopback6.check(plain, 'ipv6')
    default:
      return false
  }
}

/**
 * Whether an IP address is acceptable for an explicitly allowed host: public, private, or loopback, but never
 * link-local, where clouds have their metadata.
 */
export function isHost(address: string): boolean {
  const plain = withoutZone(address)
  switch (isIP(plain)) {
    case 4:
      return !hostless4.check(plain, 'ipv4')
    case 6:
      return (
        isPublic(plain) ||
        isLoopback(plain) ||
        (local6.check(plain, 'ipv6') && !metadata6.check(plain, 'ipv6'))
      )
    default:
      return false
  }
}
