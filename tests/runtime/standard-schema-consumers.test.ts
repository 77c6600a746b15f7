import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from '../generator/support/generated.js'

// Libraries that take Standard Schemas are given a generated validator: they know nothing of it but the interface.
const require = createRequire(import.meta.url)

const load = async (name: string): Promise<Record<string, (...args: unknown[]) => never>> =>
  import(require.resolve(name))

const folder = sharedFolder()
const card = { kind: 'card', number: '4000' }
let isCard: unknown

beforeAll(async () => {
  const text = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
  const { files } = await generateOne(text, { name: 'example', file: 'input.yaml', tablesOnly: true })
  writeFiles(folder, files)
  const validators: { Card: unknown } = await import(join(folder, 'example/validators.js'))
  isCard = validators.Card
})

describe('Hono', () => {
  test.each([
    [card, 200],
    [{ kind: 'card' }, 400],
  ])('judges the body %j', async (body, status) => {
    const { sValidator } = await load('@hono/standard-validator')
    const { Hono } = require('hono')
    const app = new Hono()
    app.post(
      '/',
      sValidator?.('json', isCard),
      (c: { json(value: unknown): Response; req: { valid(kind: string): unknown } }) =>
        c.json(c.req.valid('json')),
    )
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    const response: Response = await app.request('/', init)
    expect(response.status).toBe(status)
    if (status === 200) expect(await response.json()).toEqual(card)
    else expect(JSON.stringify(await response.json())).toContain('is required and missing')
  })
})

describe('tRPC', () => {
  test('judges the input of a procedure', async () => {
    const { initTRPC } = require('@trpc/server')
    const t = initTRPC.create()
    const router = t.router({
      pay: t.procedure.input(isCard).query(({ input }: { input: unknown }) => input),
    })
    const caller = t.createCallerFactory(router)({})
    expect(await caller.pay(card)).toEqual(card)
    await expect(caller.pay({ kind: 'card' })).rejects.toThrow('"number" is required and missing')
  })
})
