import type { StandardSchemaV1 } from '@standard-schema/spec'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { standard, type StandardSchema } from '../../runtime/standard-schema.js'
import type { Validator } from '../../runtime/fail.js'
import type { StandardValidator } from '../../runtime/standard-schema.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from '../generator/support/generated.js'

interface Card {
  readonly kind: 'card'
  readonly number: string
}

const folder = sharedFolder()
const isSchema = (value: unknown): value is StandardValidator<Card> =>
  typeof value === 'function' && '~standard' in value

let isCard: StandardValidator<Card>
beforeAll(async () => {
  const text = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
  const { files } = await generateOne(text, { name: 'example', file: 'input.yaml' })
  writeFiles(folder, files)
  const { Card }: { Card: unknown } = await import(join(folder, 'example/validators.js'))
  if (!isSchema(Card)) throw new Error('the validator is not a Standard Schema')
  isCard = Card
})

const card = { kind: 'card', number: '4000' }

describe('a validator', () => {
  test('is still the type guard that it was', () => {
    expect([isCard(card), isCard.errors]).toEqual([true, null])
    expect([isCard({ kind: 'card' }), isCard.errors?.length]).toEqual([false, 1])
  })

  test('is a Standard Schema', () => {
    expect(isCard['~standard']).toMatchObject({ version: 1, vendor: 'rampart' })
    const result = isCard['~standard'].validate(card)
    expect('value' in result && result.value).toBe(card)
  })

  test('tells what is wrong, and where', () => {
    expect(isCard['~standard'].validate({ kind: 'bank' })).toEqual({
      issues: [
        { message: 'must be "card", not "bank"', path: ['kind'] },
        { message: '"number" is required and missing', path: ['number'] },
      ],
    })
    expect(isCard['~standard'].validate(null)).toEqual({
      issues: [{ message: 'must be an object, not null', path: [] }],
    })
  })

  test('keeps the results of two calls apart', () => {
    const first = isCard['~standard'].validate({})
    isCard['~standard'].validate(card)
    expect(first.issues).toHaveLength(2)
  })

  test('has the types of the specification', () => {
    expectTypeOf<StandardValidator<Card>>().toExtend<StandardSchemaV1<Card, Card>>()
    expectTypeOf<StandardSchema<1, 2>>().toExtend<StandardSchemaV1<1, 2>>()
    expectTypeOf<StandardSchemaV1.InferOutput<StandardValidator<Card>>>().toEqualTypeOf<Card>()
    expectTypeOf<StandardSchemaV1.InferInput<StandardValidator<Card>>>().toEqualTypeOf<Card>()
    expectTypeOf<StandardValidator<Card>>().toExtend<Validator<Card>>()
    // @ts-expect-error a schema of another type
    expectTypeOf<StandardValidator<Card>>().toExtend<StandardSchemaV1<string>>()
  })
})

test('making a schema adds to the function, and nothing else', () => {
  const accepts: Validator<string> = (value): value is string => typeof value === 'string'
  expect(standard(accepts)).toBe(accepts)
  expect(standard(accepts)['~standard'].validate('a')).toEqual({ value: 'a' })
})

describe('a bundle', () => {
  const bundled = async (entry: string): Promise<string> => {
    const file = join(folder, `entry-${entry.length}.js`)
    writeFiles(folder, [{ path: `entry-${entry.length}.js`, content: entry }])
    const bundle = await rolldown({ input: file })
    const { output } = await bundle.generate({ format: 'esm' })
    return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n')
  }

  test('holds the validators that are used', async () => {
    const code = await bundled(
      "import { Card } from './example/validators.js'\nexport const used = Card({})\n",
    )
    expect(code).toContain('~standard')
    expect(code).not.toContain('iban')
  })

  test.each([
    ['one that is not', "import { Card } from './example/validators.js'\nexport const x = 1\n"],
    ['what webhooks need', "import { fetchHandler } from './example/webhooks.js'\nexport const y = 12\n"],
  ])('leaves out %s', async (_name, entry) => {
    const code = await bundled(entry)
    expect(code).not.toMatch(/~standard|function validate|webhook-signature/)
  })
})

// Libraries that accept Standard Schemas get a generated validator, of which they only know the interface.
const require = createRequire(import.meta.url)

const load = async (name: string): Promise<Record<string, (...args: unknown[]) => never>> =>
  import(require.resolve(name))

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
    const headers = { 'content-type': 'application/json' }
    const response: Response = await app.request('/', { method: 'POST', body: JSON.stringify(body), headers })
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
