import { expect, test } from 'vitest'

import { isLoopback, isPublic } from '../../../sandbox/webhooks/url.js'

const open =
  '1.1.1.1 8.8.8.8 100.128.0.1 172.32.0.1 192.0.1.1 198.20.0.1 223.255.255.255 ' +
  '2606:4700::1111 2a00:1450:4001::200e 2001:4860:4860::8888 2001:200::1 2003::1'

test.each(open.split(' '))('%s is public', (address) => expect(isPublic(address)).toBe(true))

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.1', '10.255.255.255'],
  ['private', '172.16.0.1', '172.31.255.255'],
  ['private', '192.168.0.1', '192.168.255.255'],
  ['carrier-grade', '100.64.0.1', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.254'],
  ['link-local', '169.254.0.1', '169.254.169.254'],
  ['protocol assignments', '192.0.0.1', '192.0.0.170'],
  ['documentation', '192.0.2.1', '192.0.2.255'],
  ['documentation', '198.51.100.1', '203.0.113.9'],
  ['6to4 relay', '192.88.99.1', '192.88.99.255'],
  ['benchmark', '198.18.0.1', '198.19.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255'],
  ['class E', '240.0.0.1', '255.255.255.255'],
  ['unspecified', '::', '::0'],
  ['loopback', '::1', '0:0:0:0:0:0:0:1'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ['mapped, in hex', '::ffff:7f00:1', '::FFFF:0a00:1'],
  ['compatible', '::127.0.0.1', '::8.8.8.8'],
  ['translated', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8'],
  ['translated locally', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
  ['6to4', '2002:7f00:1::', '2002:808:808::1'],
  ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['ORCHID', '2001:10::1', '2001:20::1'],
  ['benchmark', '2001:2::1', '2001:2:0:ffff::1'],
  ['documentation', '2001:db8::1', '3fff::1'],
  ['unique local', 'fc00::1', 'fdff::1'],
  ['link-local', 'fe80::1', 'febf::1'],
  ['with a zone', 'fe80::1%eth0', '::1%lo'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['multicast', 'ff02::1', 'ff0e::1'],
  ['segment routing', '5f00::1', '5f00:ffff::1'],
  ['discard', '100::1', '100::ffff'],
  ['not assigned', '4000::1', '1::1'],
  ['no address', 'localhost', ''],
  ['no spelling of an address', '127.1', '010.1.1.1'],
])('%s is not public: %s, %s', (_range, ...addresses) => {
  for (const address of addresses) expect(isPublic(address), address).toBe(false)
})

test('loopback is that of this machine alone', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::1%lo']) expect(isLoopback(address)).toBe(true)
  for (const address of ['128.0.0.1', '::2', '::ffff:127.0.0.1', '10.0.0.1', 'localhost', ''])
    expect(isLoopback(address), address).toBe(false)
})
