import { describe, expect, test } from 'vitest'

import { defaultApiKey, secondApiKey } from '../../../sandbox/index.js'
import { openConsole } from './support/console.js'

/** The visible text of the page's rows. */
const rowsIn = (page: string): string[] =>
  Array.from(page.matchAll(/<tr role="row">\n(.*?)<\/tr>/gs), ([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const open = async () => {
  const { sandbox, get } = await openConsole({ apiKeys: [defaultApiKey, secondApiKey] })
  const call = (url: string, key = defaultApiKey) =>
    sandbox.app.inject({ url, headers: { host: '127.0.0.1', 'x-api-key': key } })
  const rows = async (query = '') => rowsIn((await get(`/console/requests${query}`)).text)
  return { sandbox, get, call, rows }
}

describe('the log of API requests', () => {
  test('begins empty', async () => {
    const { rows, get } = await open()
    expect(await rows()).toEqual([])
    expect((await get('/console/requests')).text).toContain('No request yet')
  })

  test('lists what was asked, newest first, with the reason of a refusal', async () => {
    const { call, rows } = await open()
    await call('/api/customers?page_size=3')
    await call('/api/customers?page_size=x')
    await call('/api/nowhere')
    const [unknown, refused, listed] = await rows()
    expect(listed).toMatch(/^200 GET \/api\/customers\?page_size=3 getAllCustomers 2025-03-13 /)
    expect(refused).toMatch(
      /^400 GET \/api\/customers\?page_size=x getAllCustomers .*page_size.* 2025-03-13 /,
    )
    expect(unknown).toMatch(/^404 GET \/api\/nowhere .*nothing is served at this path/)
    expect(await rows('?only=refused')).toEqual([unknown, refused])
  })

  test('shows a partner nothing of another, and of unknown keys no more than the path', async () => {
    const { call, rows, get } = await open()
    await call('/api/customers?secret=theirs', secondApiKey)
    await call('/api/customers?secret=guessed', 'no-such-key-0123456789')
    expect(await rows()).toEqual([expect.stringMatching(/^401 GET \/api\/customers getAllCustomers /)])
    expect((await get('/console/requests')).text).not.toMatch(/theirs|guessed|no-such-key|sandbox-key/)
  })

  test('leaves pages, controls and documents out, and keeps the latest 200', async () => {
    const { sandbox, call, rows } = await open()
    await call('/spec/versions')
    await sandbox.send('GET', '/controls/clock')
    expect(await rows()).toEqual([])
    for (let at = 0; at < 203; at++) await call(`/api/customers?cursor=${at}`)
    const all = await rows()
    expect(all).toHaveLength(200)
    expect(all[0]).toContain('cursor=202')
    expect(all.at(-1)).toContain('cursor=3')
  })

  test('shows hostile paths as text, and cuts long ones', async () => {
    const { call, get } = await open()
    await call(`/api/customers?x=<script>alert(1)</script>\u202E${'y'.repeat(900)}`)
    const { text } = await get('/console/requests')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('\u202E')
    expect(text).not.toContain('y'.repeat(600))
  })
})
