import { describe, expect, test } from 'vitest'

import { defaultApiKey } from '../../../sandbox/index.js'
import { add, type Answered, hidden, HOST, noticeIn, openConsole, secretIn } from './support/console.js'

const below =
  '/requests /webhooks /webhooks/new /guide /sign-in /none /attempts/none/body /assets/script.js ' +
  '/assets/idiomorph.js /assets/style.css'

const PAGES = ['', ...below.split(' ')].map((path) => `/console${path}`)

const webhooksIn = ({ text }: Answered): number => text.match(/<tr role="row" id="w-/g)?.length ?? 0

describe('every answer', () => {
  test('has a policy under which nothing runs and nothing is loaded but its own', async () => {
    const { get } = await openConsole()
    for (const path of PAGES) {
      const { headers } = await get(path)
      expect(headers, path).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      expect(headers, path).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('has no script, handler or style within the page', async () => {
    const { get } = await openConsole()
    for (const path of PAGES.filter((one) => !one.includes('assets'))) {
      const { text } = await get(path)
      expect(text, path).toContain('<html lang="en">')
      const ours = /<script type="module" src="\/console\/assets\/script\.js"><\/script>/g
      expect(text.replaceAll(ours, ''), path).not.toMatch(/<script|<style|<[^>]*\s(style|on\w+)=/)
    }
  })
})

describe('a form', () => {
  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:9999', 'sec-fetch-site': 'same-site' }],
    ['of a page without an origin', { origin: 'null' }],
    ['that a browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['under another name', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('%s is refused, though its token is right', async (_name, headers) => {
    const { get, post } = await openConsole()
    const once = hidden((await get('/console/webhooks/new')).text, 'once')
    const fields = { once, label: 'mine', url: 'https://hooks.example/', topics: 'Transaction' }
    expect((await post('/console/webhooks', fields, headers)).status).toBe(403)
    expect(webhooksIn(await get('/console/webhooks'))).toBe(0)
    expect((await post('/console/webhooks', fields)).location).toMatch(/\/secret\?/)
  })

  test.each([
    ['no token', ''],
    ['a made up token', 'a'.repeat(64)],
    ['a token of other letters', 'ä'.repeat(32)],
  ])('with %s is refused', async (_name, token) => {
    const console = await openConsole()
    const { id } = await add(console, 'https://hooks.example/')
    const ofWebhook = 'edit state ping delete'.split(' ')
    const others = ['webhooks', 'attempts/none/retry', 'sign-in', 'sign-out']
    for (const path of [...others, ...ofWebhook.map((action) => `webhooks/${id}/${action}`)])
      expect((await console.post(`/console/${path}`, { token, enabled: 'false' })).status, path).toBe(403)
    expect((await console.get('/console/webhooks')).text).toContain('>Enabled<')
    expect(secretIn(await console.get(`/console/webhooks/${id}/secret`))).toBe('')
  })

  test('is refused when another process showed it', async () => {
    const [one, other] = [await openConsole(), await openConsole()]
    const token = hidden((await one.get('/console/webhooks/new')).text, 'token')
    const refused = await other.post('/console/webhooks', { token })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('from before the sandbox was started')
  })

  test.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x'])(
    'as %s is refused',
    async (type) => {
      const { post } = await openConsole()
      expect((await post('/console/webhooks', {}, { 'content-type': type })).status).toBe(415)
    },
  )

  test('that cannot be read is refused with a page', async () => {
    const { sandbox } = await openConsole()
    const response = await sandbox.app.inject({
      method: 'POST',
      url: '/console/webhooks',
      headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'token=%E0%A4%A',
    })
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toContain('text/html')
  })
})

describe('with keys of its own', () => {
  const apiKeys = ['first-secret-key', 'second-secret-key']

  test('the console asks for one, and shows its partner', async () => {
    const console = await openConsole({ apiKeys })
    const { get, post, sandbox } = console
    for (const path of ['/console', '/console/webhooks', '/console/guide', '/console/live', '/console/none'])
      expect(await get(path), path).toMatchObject({ status: 303, location: '/console/sign-in' })
    const token = hidden((await get('/console/sign-in')).text, 'token')
    expect((await post('/console/webhooks', { token })).status).toBe(403)

    for (const key of ['', 'wrong', defaultApiKey, 'first-secret-ke']) {
      const { status, location, headers } = await post('/console/sign-in', { token, key })
      expect([status, location], key).toEqual([303, '/console/sign-in?refused'])
      expect(headers['set-cookie'], key).toBeUndefined()
    }
    const askedAgain = (await get('/console/sign-in?refused')).text
    expect(askedAgain).toContain('does not know this key')
    // A screen reader says the title first.
    expect(askedAgain).toContain('<title>Error: Sign in')
    await sandbox.send('POST', '/controls/webhooks', {
      key: 'second-secret-key',
      body: { label: 'theirs', url: 'https://hooks.example/' },
    })
    const signIn = async (key: string) =>
      String((await post('/console/sign-in', { token, key })).headers['set-cookie'])
    const cookies = await Promise.all(apiKeys.map(signIn))
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^rampart_console=[\da-f]{64}; Path=\/console; HttpOnly; SameSite=Strict$/)
      expect(cookie).not.toContain('secret-key')
    }
    const [first, second] = cookies.map((cookie) => ({ cookie: cookie.split(';')[0] ?? '' }))
    expect(webhooksIn(await get('/console/webhooks', first))).toBe(0)
    const theirs = await get('/console/webhooks', second)
    expect(webhooksIn(theirs)).toBe(1)
    expect(theirs.text).not.toContain('secret-key')

    const id = /id="w-([^"]+)"/.exec(theirs.text)?.[1] ?? ''
    const foreign = hidden((await get('/console/webhooks/new', first)).text, 'token')
    expect((await get(`/console/webhooks/${id}`, first)).status).toBe(404)
    const disable = (as: typeof first) =>
      post(`/console/webhooks/${id}/state`, { token: foreign, enabled: 'false' }, as)
    const refused = await disable(first)
    expect(noticeIn(await get(refused.location, first))).toBe('Not done. Webhook not found.')
    expect(noticeIn(await get(refused.location, second))).toBe('')
    expect((await disable(second)).status).toBe(403)
    const own = hidden(theirs.text, 'token')
    expect((await post('/console/sign-out', { token: own }, second)).location).toBe('/console')
    expect((await get('/console', second)).location).toBe('/console/sign-in')
    expect((await get('/console', first)).status).toBe(200)
  })
})
