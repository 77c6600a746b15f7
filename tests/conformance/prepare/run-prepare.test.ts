import { describe, expect, test } from 'vitest'
import { type Prepare, type PrepareInput, runPrepare } from '../../../conformance/prepare/run-prepare.js'
import { startServer } from '../../support/loopback.js'

const running = (prepare: unknown, more: Partial<PrepareInput> = {}): ReturnType<typeof runPrepare> =>
  runPrepare({
    prepare: prepare as Prepare,
    file: 'rampart.config.ts',
    baseUrl: 'http://127.0.0.1:1/api',
    env: { NAME: 'me' },
    signal: new AbortController().signal,
    redact: (text) => text.replaceAll('hunter22', '[redacted]'),
    ...more,
  })

test('ids, credentials and headers are taken as they are returned', async () => {
  const { known, credentials, headers } = await running(({ env }: { env: { NAME: string } }) => ({
    ids: { petId: 7, owner: ['a', 'b'], none: [] },
    credentials: { session: `token of ${env.NAME}` },
    headers: { 'X-Run': '1' },
  }))
  expect({ known, credentials, headers }).toEqual({
    known: { petId: [7], owner: ['a', 'b'], none: [] },
    credentials: { session: 'token of me' },
    headers: { 'X-Run': '1' },
  })
})

test('it may return nothing', async () => {
  const { known, teardown } = await running(() => undefined)
  expect([known, await teardown()]).toEqual([{}, undefined])
})

test('a path is fetched below the API root, and any URL as it is', async () => {
  const { url, requests } = await startServer((request, response) => response.end(request.method))
  const prepare: Prepare = async ({ fetch }) => {
    const answers = [await fetch('/login', { method: 'POST' }), await fetch(`${url}/elsewhere`)]
    return { ids: { methods: await Promise.all(answers.map((one) => one.text())) } }
  }
  const { known } = await running(prepare, { baseUrl: `${url}/api` })
  expect([known, requests.map((one) => one.url)]).toEqual([
    { methods: ['POST', 'GET'] },
    ['/api/login', '/elsewhere'],
  ])
})

const never = (): Promise<never> => new Promise(() => undefined)

const rejected = (error: unknown) => async (): Promise<never> => {
  throw error
}

describe('a function that fails', () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['throws', rejected(new Error('no login\n  at x')), /: it failed: no login$/],
    ['throws with a secret', rejected(new Error('not hunter22')), /: it failed: not \[redacted\]$/],
    ['throws no error', rejected('oh'), /: it failed: oh$/],
    ['throws an error without words', rejected(new TypeError()), /: it failed: TypeError$/],
    ['cannot connect', rejected(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })), /fetch failed \(ECONNREFUSED\)$/],
    ['never ends', never, /it took too long/],
    ['returns a list', () => [], /it returned an array, and has to return an object$/],
    ['misspells', () => ({ credential: {} }), /"credential" is not a member that it may return.*credentials/],
    ['returns ids of objects', () => ({ ids: { a: {}, b: 'x' } }), /"ids\.a" is an object, and must be text, a number/],
    ['returns a list of ids', () => ({ ids: [] }), /"ids" is an array, and must be an object$/],
    ['returns an invalid key', () => ({ credentials: { k: 7 } }), /"credentials\.k" is a number/],
    ['returns a header of two lines', () => ({ headers: { k: 'a\nb' } }), /"headers\.k" is a string, and must be text of one line/],
    ['returns an invalid teardown', () => ({ teardown: 1 }), /"teardown" is a number, and must be a function/],
  ] // prettier-ignore

  test.each(cases)(
    '%s',
    async (_, prepare, message) =>
      await expect(running(prepare, { mostMs: 50 })).rejects.toMatchObject({
        code: 'PREPARE_FAILED',
        message: expect.stringMatching(message) as string,
        where: { file: 'rampart.config.ts' },
      }),
  )
})

test('whoever interrupts it does not wait', async () =>
  await expect(running(never, { signal: AbortSignal.abort() })).rejects.toThrow(/interrupted/))

test('what was prepared is taken back, and what goes wrong with that is said', async () => {
  let isDone = false
  const good = await running(() => ({ teardown: () => void (isDone = true) }))
  const bad = await running(() => ({ teardown: rejected(new Error('hunter22 was wrong')) }))
  const slow = await running(() => ({ teardown: never }), { mostMs: 20 })
  expect([await good.teardown(), isDone]).toEqual([undefined, true])
  expect(await bad.teardown()).toBe(
    'teardown of prepare in rampart.config.ts: it failed: [redacted] was wrong',
  )
  expect(await slow.teardown()).toMatch(/took too long/)
})

test('taking back may fetch, also when the run was interrupted', async () => {
  const { url, requests } = await startServer((_, response) => response.end())
  const interrupt = new AbortController()
  const prepare: Prepare = ({ fetch }) => ({
    teardown: async () => void (await fetch('/pets/7', { method: 'DELETE' })),
  })
  const { teardown } = await running(prepare, { baseUrl: url, signal: interrupt.signal })
  interrupt.abort()
  expect([await teardown(), requests.map((one) => one.url)]).toEqual([undefined, ['/pets/7']])
})
