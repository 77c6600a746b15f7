import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RampartError } from '../../diagnostics/index.js'
import { generate } from '../../generator/index.js'
import { isObject } from '../../document/index.js'
import { document, ref, schemasDocument } from './support/documents.js'
import { errorOf } from '../support/failure.js'
import { generateOne, parts } from './support/generated.js'
import { randomFrom } from '../support/samples.js'
import { publicDocuments } from './support/public-documents.js'

const said: unknown[][] = []

beforeEach(() => {
  said.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void said.push(words))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(said).toEqual([])
})

describe('what no code can be generated from', () => {
  it.each([
    [
      'a name with half of a character',
      { It: { properties: { '\ud800': { type: 'string' } } } },
      '#/components/schemas/It',
      'surrogate',
    ],
    ['an enumeration that is no list', { Fine: {}, It: { enum: 'a' } }, '#/components/schemas/It', 'enum'],
    ['a bound that is text', { It: { minLength: '3' } }, '#/components/schemas/It', 'minLength'],
    [
      'a bound that is an object',
      { It: { enum: [] }, More: { maximum: {} } },
      '#/components/schemas/More',
      'maximum',
    ],
  ])('%s: the place is named', async (_what, schemas, pointer, word) => {
    const failure = await errorOf(generateOne(schemasDocument(schemas), { file: 'api.json' }))
    expect([failure.code, failure.exitCode, failure.where?.file]).toEqual(['DOCUMENT_INVALID', 2, 'api.json'])
    expect(failure.problems.map(({ where }) => where)).toEqual([{ file: 'api.json', pointer }])
    expect(failure.problems[0]?.message).toContain(word)
  })

  it('is reported all at once', async () => {
    const body = { content: { 'application/json': { schema: { minLength: 'x' } } } }
    const failure = await errorOf(
      generateOne(
        document({
          paths: { '/a': { put: { operationId: 'a', requestBody: body, responses: {} } } },
          components: { schemas: { A: { minimum: 'x' }, B: { enum: 5 }, C: ref('B') } },
        }),
      ),
    )
    expect(failure.problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/schemas/A',
      '#/components/schemas/B',
      '#/paths/~1a/put/requestBody/content/application~1json/schema',
    ])
  })
})

describe('documents with faults in any place', () => {
  const junk: readonly unknown[] = [
    null,
    true,
    0,
    -1,
    1e300,
    '',
    'x',
    '#/components/schemas/Gone',
    [],
    {},
    [null],
    ['a'],
    ref('Gone'),
    { $ref: 5 },
    { type: 5 },
    { type: 'strin' },
    { allOf: [{ $ref: '#' }] },
    { oneOf: [1, null] },
    { enum: 5 },
    { properties: 5 },
    { required: 'a' },
  ]
  const wanted =
    /3_0_json_(petstore|discriminators|callbacks|parameters-style|circular)$|3_1_json_(webhooks|train-travel)$/
  const originals = [...publicDocuments('3.0'), ...publicDocuments('3.1')].filter(({ name }) =>
    wanted.test(name),
  )

  const places = (root: unknown): [holder: object, key: string][] => {
    const found: [object, string][] = []
    const open = [root]
    for (const node of open) {
      if (typeof node !== 'object' || node === null) continue
      open.push(...Object.values(node))
      for (const key of Object.keys(node)) found.push([node, key])
    }
    return found
  }

  it.each(originals)('are generated or refused, and never crash: $name', async (input) => {
    const random = randomFrom(input.text.length)
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const tree: unknown = JSON.parse(input.text)
      const all = places(tree)
      const [holder, key] = all[Math.floor(random() * all.length)] ?? [{}, '']
      const fault = structuredClone(junk[Math.floor(random() * junk.length)])
      Object.assign(holder, { [key]: fault })
      // openapi-typescript is loaded anew by each run: a few are enough to see that it brings none down.
      const options = round % 4 === 0 ? parts : { ...parts, types: 'rampart' as const }
      const outcome: unknown = await generate([{ ...input, text: JSON.stringify(tree) }], options).catch(
        (error: unknown) => error,
      )
      const isExpected = outcome instanceof RampartError || (isObject(outcome) && 'files' in outcome)
      expect([key, fault, isExpected ? 'expected' : outcome]).toEqual([key, fault, 'expected'])
      outcomes.add(outcome instanceof RampartError ? outcome.code : 'generated')
    }
    expect([...outcomes]).toContain('generated')
    expect([...outcomes]).toContain('DOCUMENT_INVALID')
  })
})

describe('a run', () => {
  it('without documents gives code without documents', async () => {
    const { files } = await generate([], parts)
    expect(files.find(({ path }) => path === 'index.d.ts')?.content).toContain('export type Version = never')
  })
})
