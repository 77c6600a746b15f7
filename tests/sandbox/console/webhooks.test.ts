import { describe, expect, test } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { topicByType } from '../../../sandbox/api/event-types.js'
import { createCustomer } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { openSandbox } from '../support/sandbox.js'
import { freshPath } from '../support/state.js'
import { attempted, attemptsOf, endpointOf, register } from '../webhooks/support/delivering.js'
import { openReceiver, status } from '../../support/receiver.js'
import {
  add,
  type Console,
  consoleOf,
  hidden,
  HOST,
  noticeAfter,
  openAdded,
  openConsole,
  secretIn,
} from './support/console.js'

const form = async ({ get }: Console) => ({
  once: hidden((await get('/console/webhooks/new')).text, 'once'),
  label: 'Orders',
  url: 'https://hooks.example/in',
  topics: ['CustomerCreated', 'Transaction'],
})

const problemOf = (page: string, field: string): string | undefined =>
  new RegExp(`id="${field}-problem">([^<]*)<`).exec(page)?.[1]

const listedHooks = (page: string) => [...page.matchAll(/id="w-([^"]+)"/g)].map(([, id]) => id)

const count = async ({ sandbox }: Console): Promise<number> =>
  list(await sandbox.send('GET', '/controls/webhooks'), 'items').length

describe('adding a webhook', () => {
  test('takes label, URL and topics, and shows the secret that deliveries are signed with', async () => {
    const label = '  Orders & "more"  '
    const { receiver, console, id, secret, page } = await openAdded(undefined, { label })
    expect(secret).toMatch(/^sandbox_[\da-f]{64}$/)
    expect(page.text).toContain('Orders &amp; &quot;more&quot;')
    const hook = {
      id,
      label: label.trim(),
      url: receiver.url,
      topics: ['CustomerCreated', 'Ping'],
      enabled: true,
    }
    expect(await endpointOf(console.sandbox)).toMatchObject(hook)
  })

  test('shows the secret on that page alone, and no address has it', async () => {
    const receiver = await openReceiver((arrival, response) =>
      response.writeHead(500).end(JSON.stringify(arrival.headers)),
    )
    const log: string[] = []
    const write = (line: string) => void log.push(line)
    const console = await openConsole({ logger: { info: write, error: write } })
    const { get, post, sandbox } = console
    const { id, secret, page, see } = await add(console, receiver.url)
    expect(page.text.split(secret)).toHaveLength(2)
    expect(see).not.toContain(secret)
    await createCustomer(sandbox)
    await attempted(sandbox, 1)
    const pinged = await post(`/console/webhooks/${id}/ping`)
    const attempts = await attempted(sandbox, 2)
    const attempt = String(look(attempts[0], 'id'))
    const retried = await post(`/console/attempts/${attempt}/retry`)
    const fields = { label: 'x', url: receiver.url, topics: 'Transaction' }
    const edited = await post(`/console/webhooks/${id}/edit`, fields)
    for (const { location } of [pinged, retried, edited]) {
      expect(location).toMatch(/^\/console/)
      expect(location).not.toContain(secret)
      expect((await get(location)).text).not.toContain(secret)
    }
    const pages =
      `/webhooks /webhooks/${id} /webhooks/${id}/edit /webhooks/${id}/secret /guide ?attempt=${attempt} ` +
      `/attempts/${attempt}/body`
    for (const path of ['', ...pages.split(' ')])
      expect((await get(`/console${path}`)).text, path).not.toContain(secret)
    expect(log.join('\n')).toContain('POST /console/webhooks 303')
    // Pages that follow deliveries reload themselves each second.
    expect(log.join('\n')).not.toContain('GET /console')
    expect(log.join('\n')).not.toContain(secret)
  })

  test('once is enough: the same form again leads to the same page, and adds nothing', async () => {
    const console = await openConsole()
    const fields = await form(console)
    const first = await console.post('/console/webhooks', fields)
    const second = await console.post('/console/webhooks', fields)
    expect(second.location).toBe(first.location)
    expect(secretIn(await console.get(second.location))).toMatch(/^sandbox_/)
    expect(await count(console)).toBe(1)
  })

  test('the secret is shown to whoever looks first, and a reload says so', async () => {
    const console = await openConsole()
    const fields = await form(console)
    const { location } = await console.post('/console/webhooks', fields)
    const path = location.split('?')[0] ?? ''
    // A prefetch or HEAD does not count as viewing.
    for (const name of ['sec-purpose', 'purpose'])
      expect(secretIn(await console.get(location, { [name]: 'prefetch' }))).toBe('')
    await console.sandbox.app.inject({ method: 'HEAD', url: path, headers: { host: HOST } })
    const page = await console.get(path)
    expect(secretIn(page)).toMatch(/^sandbox_/)
    expect(page.headers['cache-control']).toBe('no-store')
    const again = await console.get(path)
    expect(secretIn(again)).toBe('')
    expect(again.text).toContain('It was shown once')
    expect((await console.get('/console/guide')).text).toContain('webhook-signature')
  })

  test('a secret that nobody looked at is gone with the session', async () => {
    const console = await openConsole({ apiKeys: ['one-key'] })
    const entry = hidden((await console.get('/console/sign-in')).text, 'token')
    const signIn = async () =>
      String((await console.post('/console/sign-in', { token: entry, key: 'one-key' })).headers['set-cookie'])
    const cookie = (await signIn()).split(';')[0] ?? ''
    const token = hidden((await console.get('/console/webhooks/new', { cookie })).text, 'token')
    const fields = { token, label: 'x', url: 'https://hooks.example/', topics: 'Transaction' }
    const { location } = await console.post('/console/webhooks', fields, { cookie })
    await console.post('/console/sign-out', { token }, { cookie })
    const other = (await signIn()).split(';')[0] ?? ''
    expect(secretIn(await console.get(location, { cookie: other }))).toBe('')
  })

  test.each([
    ['label', { label: '' }, 'Label must not be blank.'],
    ['label', { label: ' \t ' }, 'must not be blank'],
    ['label', { label: 'a\u202Eb' }, 'those that change the direction of text'],
    ['label', { label: 'x'.repeat(101) }, 'at most 100 characters; this one has 101'],
    ['url', { url: '' }, 'Endpoint URL must be the URL of a receiver'],
    ['url', { url: 'hooks.example' }, 'begins with https://'],
    ['url', { url: 'http://hooks.example/' }, 'must begin with https://'],
    ['url', { url: 'javascript:alert(1)' }, 'begins with https://'],
    ['url', { url: 'https://user:secret@hooks.example/' }, 'must not contain a user or a password'],
    ['url', { url: 'https://169.254.169.254/latest' }, 'private or reserved'],
    ['url', { url: 'https://2130706433/' }, 'the machine itself'],
    ['topics', { topics: ['Ping', 'transaction'] }, 'at least one kind'],
  ])(
    'says at %s what is wrong with %j, as the API has it, and keeps what was written',
    async (field, wrong, words) => {
      const console = await openConsole({ webhooks: {} })
      const fields = { ...(await form(console)), ...wrong }
      const { status: code, location } = await console.post('/console/webhooks', fields)
      expect(code).toBe(303)
      expect(location).toMatch(/^\/console\/webhooks\/new\?refused=[\da-f-]{36}$/)
      const { text } = await console.get(location)
      expect(problemOf(text, field)).toContain(words)
      for (const other of ['label', 'url', 'topics'].filter((name) => name !== field))
        expect(problemOf(text, other), other).toBeUndefined()
      expect(text).toMatch(/<title>Error: /)
      expect(text).toContain(`aria-describedby="${field}-problem ${field}-hint"`)
      if (field === 'url') expect(text).toContain(`value="${fields.url}"`)
      // A reload shows the same; a form that was corrected is another one.
      expect(problemOf((await console.get(location)).text, field)).toContain(words)
      expect(hidden(text, 'once')).not.toBe(fields.once)
      expect(await count(console)).toBe(0)
      const body = { label: 'x', url: 'https://hooks.example/', ...wrong }
      const api = await console.sandbox.send('POST', '/controls/webhooks', { body })
      expect(api.status).toBe(400)
    },
  )

  test('a label of 100 characters is taken, whatever they are', async () => {
    const console = await openConsole()
    const label = '👩🏽‍🚀<'.padEnd(98, 'é')
    await add(console, 'https://hooks.example/', { label })
    expect(look(await endpointOf(console.sandbox), 'label')).toBe(label)
  })
})

describe('a webhook', () => {
  test('is edited', async () => {
    const console = await openConsole()
    const { id } = await add(console, 'https://hooks.example/')
    const path = `/console/webhooks/${id}/edit`
    const { text } = await console.get(path)
    const checked = [...text.matchAll(/value="(\w+)" checked/g)].map(([, topic]) => topic)
    expect(checked).toEqual(['CustomerCreated'])
    const topics = ['Transaction', 'CustomerStatus']
    const fields = { label: 'Other', url: 'https://other.example/', topics }
    expect(await noticeAfter(console, path, fields)).toBe('Other was changed.')
    expect(await endpointOf(console.sandbox)).toMatchObject({ ...fields, topics: [...topics, 'Ping'] })
    const refused = await console.post(path, { label: '<b>', url: 'https://10.0.0.1/' })
    const wrong = await console.get(refused.location)
    expect(problemOf(wrong.text, 'label')).toBeUndefined()
    expect(problemOf(wrong.text, 'url')).toContain('private')
    expect(problemOf(wrong.text, 'topics')).toContain('at least one')
    expect(wrong.text).toContain('value="&lt;b&gt;"')
    expect(look(await endpointOf(console.sandbox), 'label')).toBe('Other')
  })

  test('is disabled and enabled', async () => {
    const console = await openConsole()
    const { id } = await add(console, 'https://hooks.example/')
    const off = await console.post(`/console/webhooks/${id}/state`, { enabled: 'false' })
    const page = (await console.get(off.location)).text
    expect(page).toContain('is disabled, and receives nothing.')
    expect(page).toContain('>Disabled<')
    expect(page).not.toContain('/ping"')
    expect(await noticeAfter(console, `/console/webhooks/${id}/ping`)).toContain('receives nothing')
    const on = await console.post(`/console/webhooks/${id}/state`, { enabled: 'true' })
    expect((await console.get(on.location)).text).toContain('is enabled.')
    expect(look(await endpointOf(console.sandbox), 'enabled')).toBe(true)
    for (const enabled of ['', 'maybe'])
      expect(await noticeAfter(console, `/console/webhooks/${id}/state`, { enabled })).toContain('Not done')
  })

  test.each([
    [200, 'Ping acknowledged', 'with 200 in'],
    [503, 'Ping failed', 'answered 503'],
  ])('that answers %s is pinged, and the result is shown at once', async (code, words, details) => {
    const { receiver, console, id } = await openAdded(status(code))
    const pinged = await console.post(`/console/webhooks/${id}/ping`)
    expect(pinged.status).toBe(303)
    expect(receiver.arrivals).toHaveLength(1)
    const { text } = await console.get(pinged.location)
    const notice = /id="notice"[^]*?<\/div>/.exec(text)?.[0]
    expect(notice).toContain(words)
    expect(notice).toContain(details)
    expect(notice).toContain('autofocus')
  })

  test.each(['none', '%00', '../x', 'x'.repeat(500)])('that is not there (%s) is not found', async (id) => {
    const { get, post } = await openConsole()
    const path = `/console/webhooks/${encodeURIComponent(id)}`
    for (const page of ['', '/edit', '/secret']) expect((await get(path + page)).status, page).toBe(404)
    for (const action of ['edit', 'state', 'ping', 'delete']) {
      const fields = { enabled: 'true' }
      const { status: code, location } = await post(`${path}/${action}`, fields)
      expect(code, action).toBe(303)
      expect((await get(location)).text, action).toMatch(/Webhook not found|Not found/)
    }
  })

  test('of many stands on a page of its own', async () => {
    const console = await openConsole()
    for (let made = 0; made < 51; made += 1)
      await register(console.sandbox, 'https://hooks.example/', { label: `w${made}` })
    const first = (await console.get('/console/webhooks')).text
    expect(first.match(/id="w-/g)).toHaveLength(50)
    expect(first).toContain('href="/console/webhooks?page=2"')
    const second = (await console.get('/console/webhooks?page=2')).text
    expect(second.match(/id="w-/g)).toHaveLength(1)
    expect(listedHooks((await console.get('/console/webhooks?page=x')).text)).toEqual(listedHooks(first))
  })
})

test('a webhook is deleted, with its attempts', async () => {
  const { console, id } = await openAdded(undefined, { label: 'mine & <yours>' })
  await console.post(`/console/webhooks/${id}/ping`)
  const once = await console.post(`/console/webhooks/${id}/delete`)
  expect(once.location).toMatch(/^\/console\/webhooks\?note=/)
  expect((await console.get(once.location)).text).toContain('mine &amp; &lt;yours&gt;</bdi> was deleted.')
  expect((await console.get(`/console/webhooks/${id}`)).status).toBe(404)
  expect(await attemptsOf(console.sandbox)).toEqual([])
  expect(await noticeAfter(console, `/console/webhooks/${id}/delete`)).toContain('not found')
})

test('the form offers every topic, and Ping cannot be left out', async () => {
  const { get } = await openConsole()
  const { text } = await get('/console/webhooks/new')
  const offered = [...text.matchAll(/name="topics" id="topic-\w+" value="(\w+)"/g)].map(([, topic]) => topic)
  expect(new Set([...offered, 'Ping'])).toEqual(new Set(Object.values(topicByType)))
  expect(text).toContain('checked disabled> <span>Ping</span>')
})

test('everything is there after a restart, and forms from before are refused', async () => {
  const path = freshPath()
  const receiver = await openReceiver(status(500))
  const open = async () =>
    consoleOf(await openSandbox({ data: await openData(path), webhooks: { allowsLoopback: true } }))
  const first = await open()
  const { id, secret } = await add(first, receiver.url)
  await first.post(`/console/webhooks/${id}/ping`)
  const token = hidden((await first.get('/console/webhooks/new')).text, 'token')
  const logOf = async ({ get }: Console) =>
    (await get('/console')).text.replaceAll(/name="token" value="\w+"/g, '')
  const log = await logOf(first)
  await first.sandbox.app.close()

  const second = await open()
  expect(await logOf(second)).toBe(log)
  expect((await second.get('/console/webhooks')).text).toContain('>Waiting to try again<')
  expect((await second.get('/console/webhooks')).text).not.toContain(secret)
  expect((await second.post(`/console/webhooks/${id}/state`, { token, enabled: 'false' })).status).toBe(403)
  expect((await second.post(`/console/webhooks/${id}/state`, { enabled: 'false' })).status).toBe(303)
  await second.sandbox.app.close()
})
