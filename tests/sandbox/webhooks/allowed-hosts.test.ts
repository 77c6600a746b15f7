import { describe, expect, test } from 'vitest'

import { allowedHostOf } from '../../../sandbox/webhooks/url.js'
import { attemptAt, leadingTo } from './support/delivering.js'
import { openReceiver, redirecting } from '../../support/receiver.js'

test.each([
  ['host.docker.internal', { hostname: 'host.docker.internal' }],
  ['Host.Docker.Internal.', { hostname: 'host.docker.internal' }],
  ['bücher.lan:8080', { hostname: 'xn--bcher-kva.lan', port: 8080 }],
  ['192.168.1.20', { hostname: '192.168.1.20' }],
  ['192.168.1.20:443', { hostname: '192.168.1.20', port: 443 }],
  ['0xC0A80114', { hostname: '192.168.1.20' }],
  ['fd00::1', { hostname: '[fd00::1]' }],
  ['[FD00:0::1]:8080', { hostname: '[fd00::1]', port: 8080 }],
])('%s names a host', (text, host) => expect(allowedHostOf(text)).toEqual(host))

const none =
  '|  |*|*.internal|.|http://host.lan|host.lan/|host.lan/path|192.168.0.0/16|user@host.lan|host.lan:0|host.lan:65536|host.lan:http|:80|[fd00::1|fd00::1%eth0|host lan|host.lan\n|a<b|999.1.1.1|[host]:80|host\\lan|host%2elan'

test.each(none.split('|'))('%j names none', (text) => expect(allowedHostOf(text)).toBeUndefined())

/** The first attempt to deliver to a URL, with one host allowed. */
const attemptWith = (url: string, host: string, ...addresses: readonly string[]): Promise<unknown> =>
  attemptAt(url, { allowedHosts: [host], resolve: leadingTo(addresses), timeout: 1000 })

const notPublic = { acknowledged: false, failure: 'the address is not public' }

describe('at connect time', () => {
  test('an allowed name may lead to a private address, by http', async () => {
    const receiver = await openReceiver()
    const url = `http://host.docker.internal:${receiver.port}/`
    const attempt = await attemptWith(url, 'host.docker.internal', '127.0.0.1')
    expect(attempt).toMatchObject({ acknowledged: true })
  })

  test('an allowed address is reached on its port', async () => {
    const receiver = await openReceiver()
    const attempt = await attemptWith(receiver.url, `127.0.0.1:${receiver.port}`)
    expect(attempt).toMatchObject({ acknowledged: true })
  })

  const others = '169.254.169.254 100.100.100.200 fd00:ec2::254 fe80::1 0.0.0.0 :: ::ffff:10.0.0.1'

  test.each(others.split(' '))('an allowed name does not lead to %s', async (address) => {
    const attempt = await attemptWith('http://box.lan/', 'box.lan', '192.168.1.20', address)
    expect(attempt).toMatchObject(notPublic)
  })

  test('another name does not lead to an allowed address', async () => {
    const attempt = await attemptWith('https://hooks.example/', '192.168.1.20', '192.168.1.20')
    expect(attempt).toMatchObject(notPublic)
  })

  test('a redirect to an allowed host is not followed', async () => {
    const target = await openReceiver()
    const receiver = await openReceiver(redirecting(target.url))
    const host = `127.0.0.1:${receiver.port}`
    expect(await attemptWith(receiver.url, host)).toMatchObject({ response_status: 307 })
    expect(target.arrivals).toEqual([])
  })
})
