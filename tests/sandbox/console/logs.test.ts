import { describe, expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { look } from '../support/look.js'
import { advance, attempted, attemptsOf, idOf, register } from '../webhooks/support/delivering.js'
import { isSignedBy, openReceiver, status } from '../../support/receiver.js'
import {
  add,
  type Console,
  listed,
  noticeAfter,
  noticeIn,
  openAdded,
  openConsole,
} from './support/console.js'

/** Sends so many pings, one after the other: each is one attempt. */
const pingTimes = async ({ post }: Console, id: string, times: number): Promise<void> => {
  for (let made = 0; made < times; made += 1) await post(`/console/webhooks/${id}/ping`)
}

/** Two webhooks, one to a receiver that acknowledges and one to a receiver that does not. */
const openGoodAndBad = async () => {
  const console = await openConsole()
  const good = await add(console, (await openReceiver()).url, { label: 'good' })
  const bad = await add(console, (await openReceiver(status(500))).url, { label: 'bad' })
  const customer = await createCustomer(console.sandbox)
  await attempted(console.sandbox, 2)
  return { console, good, bad, customer }
}

describe('the log', () => {
  test('lists every attempt, newest first, and filters by webhook, kind and outcome', async () => {
    const { console, good: first, bad: second, customer } = await openGoodAndBad()
    await advance(console.sandbox, 60)
    await attempted(console.sandbox, 3)
    await pingTimes(console, first.id, 1)
    await pingTimes(console, second.id, 1)
    const all = await attemptsOf(console.sandbox)
    const page = async (query: string) => listed((await console.get(`/console?${query}`)).text)
    expect(await page('')).toEqual(all.map(idOf))
    const event = String(look(all[0], 'event_id'))
    const having = (name: string, value: unknown) => (one: unknown) => look(one, name) === value
    const table: Readonly<Record<string, readonly unknown[]>> = {
      [`webhook=${first.id}`]: all.filter(having('webhook_id', first.id)),
      'type=ping': all.filter(having('type', 'ping')),
      'outcome=failed': all.filter(having('acknowledged', false)),
      'outcome=acknowledged': all.filter(having('acknowledged', true)),
      [`customer=${customer}`]: all.filter(having('customer_id', customer)),
      [`text=${customer.slice(4, 20).toUpperCase()}`]: all.filter(having('customer_id', customer)),
      [`event=${event}`]: all.filter(having('event_id', event)),
      [`webhook=${second.id}&type=customer_created&outcome=failed`]: all
        .filter(having('webhook_id', second.id))
        .filter(having('type', 'customer_created')),
      'type=unknown&outcome=other&before=-1': all,
      'before=5': all,
      'webhook=none': [],
    }
    for (const [query, fitting] of Object.entries(table))
      expect(await page(query), query).toEqual(fitting.map(idOf))
    const { text } = await console.get(`/console?webhook=${second.id}&type=ping&outcome=failed`)
    for (const value of [second.id, 'ping', 'failed']) expect(text).toContain(`value="${value}" selected>`)
    for (const chip of ['Webhook: <bdi>bad<', 'Kind: <bdi>ping<'])
      expect(text).toContain(`Remove the filter </span>${chip}`)
    const opened = all.find(having('type', 'customer_created'))
    const panel = await console.get(`/console?attempt=${idOf(opened)}`)
    expect(panel.text).toContain(`customer=${customer}"><code>${customer}</code>`)
    const odd = await console.get('/console?type=unknown&outcome=abc')
    expect(noticeIn(odd)).toBe('These search parameters are invalid and ignored: type, outcome.')
    // A form sent without a script leads to the same address as with one.
    const sent = await console.get('/console?text=&type=ping&webhook=&outcome=&customer=')
    expect([sent.status, sent.location]).toEqual([303, '/console?type=ping'])
  })

  test('shows of an attempt all that went over the wire, byte for byte', async () => {
    const { receiver, console, id, secret } = await openAdded((_arrival, response) =>
      response.writeHead(418, { 'x-shelf': '<top>' }).end('short and stout'),
    )
    await pingTimes(console, id, 1)
    const [attempt] = await attemptsOf(console.sandbox)
    const { text } = await console.get(`/console?attempt=${idOf(attempt)}`)
    const [arrival] = receiver.arrivals
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'])
      expect(text).toContain(`${name}: ${String(arrival?.headers[name])}`)
    expect(text).toContain((arrival?.body ?? '').replaceAll('"', '&quot;'))
    const pretty = JSON.stringify(JSON.parse(arrival?.body ?? ''), null, 2).replaceAll('"', '&quot;')
    expect(text).toContain(pretty)
    expect(text).toContain('x-shelf: &lt;top&gt;')
    expect(text).not.toContain(secret)
    const curl = await console.get(`/console/attempts/${idOf(attempt)}/curl`)
    expect(curl.text).toContain(`-H 'webhook-signature: ${String(arrival?.headers['webhook-signature'])}'`)
    expect(curl.text).not.toContain(secret)
    for (const words of [
      '>418<',
      'short and stout',
      'answered 418',
      ' ms<',
      '>ping<',
      ' aria-current="true">ping',
    ])
      expect(text).toContain(words)

    const body = await console.get(`/console/attempts/${idOf(attempt)}/body`)
    expect(body.text).toBe(arrival?.body)
    expect(body.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${idOf(attempt)}.json"`,
    })
    expect(isSignedBy(arrival, secret)).toBe(true)
    const gone = await console.get('/console?attempt=none')
    expect([gone.status, listed(gone.text)]).toEqual([404, [idOf(attempt)]])
    expect(gone.text).not.toContain('aria-current="true"')
    expect(gone.text).toContain('This attempt does not exist or no longer exists')
  })

  test('shows the body that was posted where a fault made it another', async () => {
    const receiver = await openReceiver()
    const console = await openConsole({ faults: ['webhooks/container'] })
    const { id } = await add(console, receiver.url)
    await console.post(`/console/webhooks/${id}/events`, { type: 'new_autoramp' })
    const [attempt] = await attemptsOf(console.sandbox)
    const { text } = await console.get(`/console/attempts/${idOf(attempt)}/body`)
    const posted = receiver.arrivals[0]?.body
    expect([text, look(attempt, 'request_body')]).toEqual([posted, posted])
  })

  test('retries what failed, and shows how that went', async () => {
    const { receiver, console } = await openAdded(status(500))
    await createCustomer(console.sandbox)
    const [failed] = await attempted(console.sandbox, 1)
    const path = `/console/attempts/${idOf(failed)}/retry`
    expect((await console.get('/console')).text).toContain(`action="${path}"`)

    const again = await console.post(`${path}?outcome=failed`)
    expect(again.location).toMatch(/^\/console\?outcome=failed&note=[\da-f-]{36}$/)
    const page = await console.get(again.location)
    expect(noticeIn(page)).toMatch(/^Retry failed in \d+ ms: answered 500/)
    expect(page.text).toContain('by hand')
    // The notice is shown once.
    expect(noticeIn(await console.get(again.location))).toBe('')

    receiver.answer(status(200))
    const last = await console.post(`${path}?open=yes`)
    const done = /attempt=([^&]+)/.exec(last.location)?.[1] ?? ''
    const shown = await console.get(last.location)
    expect(noticeIn(shown)).toContain('Retry acknowledged')
    expect(shown.text).toContain(`data-attempt="${done}"`)
    expect(shown.text).toContain('retry by hand')
    const [, ofEvent = ''] = /href="([^"]*event=[^"]*)"/.exec(shown.text) ?? []
    expect(listed((await console.get(ofEvent.replaceAll('&amp;', '&'))).text)).toHaveLength(3)
    expect(shown.text).not.toContain(`/console/attempts/${done}/retry`)
    expect(await noticeAfter(console, `/console/attempts/${done}/retry`)).toBe(
      'Not done. The attempt was acknowledged.',
    )
    expect(await noticeAfter(console, '/console/attempts/none/retry')).toContain('not found')
  })

  test('offers no retry where the webhook is disabled', async () => {
    const { console, id } = await openAdded(status(500))
    await pingTimes(console, id, 1)
    await console.post(`/console/webhooks/${id}/state`, { enabled: 'false' })
    const [attempt] = await attemptsOf(console.sandbox)
    const { text } = await console.get(`/console?attempt=${idOf(attempt)}`)
    expect(text).not.toContain('/retry')
    expect(text).toContain('Enable to retry')
    expect(await noticeAfter(console, `/console/attempts/${idOf(attempt)}/retry`)).toContain(
      'A disabled webhook receives',
    )
  })

  test('is paged: thousands of attempts are small pages, and none is missing', async () => {
    const { console, id } = await openAdded(undefined, { label: 'x'.repeat(100) })
    await pingTimes(console, id, 1)
    const [oldest] = listed((await console.get('/console')).text)
    for (let made = 0; made < 30; made += 1)
      await Promise.all(
        Array.from({ length: 40 }, () => console.sandbox.send('POST', `/controls/webhooks/${id}/ping`)),
      )
    let path = '/console'
    const seen: string[] = []
    for (;;) {
      const { text } = await console.get(path)
      expect(text.length).toBeLessThan(100_000)
      expect(listed(text).length).toBeLessThanOrEqual(50)
      expect(text.includes('data-live')).toBe(path === '/console')
      seen.push(...listed(text))
      const next = /href="([^"]+)">Older</.exec(text)?.[1]
      if (next === undefined) break
      path = next.replaceAll('&amp;', '&')
    }
    expect(seen).toHaveLength(1000)
    expect(new Set(seen).size).toBe(1000)
    expect(seen).not.toContain(oldest)
  })

  test('says what to do where nothing is listed', async () => {
    const console = await openConsole()
    expect((await console.get('/console')).text).toMatch(/^(?!.*role="search").*No webhook yet/s)
    expect((await console.get('/console/webhooks')).text).toContain('No webhook yet')
    await add(console, 'https://hooks.example/')
    expect((await console.get('/console')).text).toContain('Nothing was delivered yet')
    expect((await console.get('/console?outcome=failed')).text).toContain('No stored attempt matches')
  })
})

describe('what others wrote', () => {
  const hostile = [
    '</code></pre><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '<!-- ]]> &lt;b&gt; {{constructor}}',
    '\u202Egnp.exe \u2066x\u2069 \u001B[31mred\u001B[0m \u0000 \u200B \uFEFF \u2028',
    'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  ]

  const bare =
    /<(script(?! type="module" src="\/console\/assets)|img|svg)|onload=alert\(1\)>\s*<|[\u202E\u2066\u200B\uFEFF\u2028]|[^\P{Cc}\n]/u

  test.each(hostile.map((text) => [text]))('is shown and not run: %j', async (text) => {
    const receiver = await openReceiver((_arrival, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end(text),
    )
    const console = await openConsole()
    const url = `${receiver.url}?${text.replaceAll(/[^!-~]/g, '')}`
    const label = text.replaceAll(/[\p{Cc}\u2028\u202E\u2066\u2069]/gu, '')
    const { id } = await register(console.sandbox, url, { label })
    await pingTimes(console, id, 1)
    const [attempt] = await attemptsOf(console.sandbox)
    for (const path of ['/console', `/console?attempt=${idOf(attempt)}`, '/console/webhooks']) {
      const page = await console.get(path)
      expect(page.status).toBe(200)
      expect(page.text, path).not.toMatch(bare)
      expect(page.text.match(/<[^>]*\son\w+=/), path).toBeNull()
    }
  })

  test('in the address of a page comes back as text, or not at all', async () => {
    const { get } = await openConsole()
    const text = '"><script>alert(1)</script>'
    for (const name of 'webhook text customer outcome before note page refused'.split(' '))
      for (const path of ['/console', '/console/webhooks', '/console/webhooks/new'])
        expect((await get(`${path}?${name}=${encodeURIComponent(text)}`)).text).not.toContain('<script>')
    expect((await get('/console?type=%ff')).status).toBe(400)
    expect((await get(`/console/${encodeURIComponent(text)}`)).text).not.toContain('<script>')
  })

  test('is cut where it is long', async () => {
    const answer = status(500, 'w'.repeat(1024 * 1024))
    const { console, id } = await openAdded(answer, { label: 'l'.repeat(100) })
    await pingTimes(console, id, 1)
    const [attempt] = await attemptsOf(console.sandbox)
    for (const path of ['/console', `/console?attempt=${idOf(attempt)}`, '/console/webhooks'])
      expect((await console.get(path)).text.length, path).toBeLessThan(50_000)
  })
})

test('a clock that is moved shows in the log', async () => {
  const { console, id } = await openAdded(status(500))
  await pingTimes(console, id, 1)
  await advance(console.sandbox, 60)
  await attempted(console.sandbox, 2)
  const { text } = await console.get('/console')
  expect([...text.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at)).toEqual([
    '2026-09-01T12:01:00.000Z',
    '2026-09-01T12:00:00.000Z',
  ])
})
