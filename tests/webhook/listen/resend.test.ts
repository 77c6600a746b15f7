import { expect, test, vi } from 'vitest'
import { colorsFor } from '../../../bin/process/context.js'
import { listen, type ListenControls, prepareListen } from '../../../webhook/index.js'
import { receiver, secret } from '../../bin/webhook/support.js'
import { type DeliveryRecord, Reporter } from '../../../webhook/listen/reporter.js'
import { headersOf, post } from '../../e2e/webhook-listen.js'
import { isSignedBy } from '../../support/receiver.js'

test('r signs a valid delivery anew, and sends a forged one as it was', async () => {
  const target = await receiver()
  const prepared = await prepareListen({
    port: 0,
    host: '127.0.0.1',
    forwardTo: [target.url],
    forwardTimeout: 5,
    secretAs: 'text',
    tolerance: 300,
    keep: false,
    keepLast: 10,
    limit: 1000,
    timeout: 5,
    format: 'json',
  })
  const abort = new AbortController()
  let stdout = ''
  let ended: Promise<void> | undefined
  const { numbers, resend } = await new Promise<ListenControls>((ready, failed) => {
    ended = listen(prepared, [{ name: 'own', value: secret, isOwn: true }], {
      cwd: '/',
      stdout: (text) => void (stdout += text),
      stderr: () => undefined,
      paint: colorsFor(false),
      signal: abort.signal,
      onReady: (controls) => {
        ready(controls)
        return () => undefined
      },
    })
    ended.catch(failed)
  })
  const url = (JSON.parse(stdout.split('\n')[0] ?? '') as { url: string }).url
  const sent = [headersOf('{}'), headersOf('forged')]
  for (const headers of sent) await post(url, '{}', headers)
  expect(numbers()).toEqual([1, 2])
  for (const number of numbers()) resend(number)
  await expect.poll(() => stdout.match(/"event":"resent"/g)?.length).toBe(2)
  const again = target.arrivals.slice(2)
  const isRight = again.map((arrival) => isSignedBy(arrival, secret))
  expect(isRight.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true])
  expect(again[isRight.indexOf(true)]?.headers['webhook-id']).not.toBe(sent[0]?.['Webhook-Id'])
  expect(again[isRight.indexOf(false)]?.headers['webhook-id']).toBe(sent[1]?.['Webhook-Id'])
  abort.abort()
  await ended
  expect(stdout).toContain('"event":"resent","number":2,"state":"failed"')
})

test.each([
  [{}, 'no type  valid  answered 200 in 1 ms'],
  [{ customerId: 'c', duplicateOf: 1 }, 'no type  customer c  valid  answered 200 in 1 ms  same as #1'],
])('a line of text says of %j what is known', (known, says) => {
  const stdout = vi.fn()
  const reporter = new Reporter({ stdout, stderr: stdout, paint: colorsFor(false) }, { format: 'text' })
  reporter.begin('', {})
  const due = { number: 2, time: '2026-08-01T09:15:00.000Z', verdict: 'valid', answered: 200, ms: 1 }
  reporter.delivery({
    ...due,
    problems: [],
    isKept: true,
    ...known,
  } as Partial<DeliveryRecord> as DeliveryRecord)
  expect(stdout).toHaveBeenLastCalledWith(`#2  09:15:00.000  ${says}\n`)
})
