import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RampartError } from '../../diagnostics/index.js'
import { generate } from '../../generator/index.js'
import { isObject } from '../../document/index.js'
import { document, ref } from './support/documents.js'
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
  it('is reported all at once, with the place of each fault', async () => {
    const body = { content: { 'application/json': { schema: { minLength: 'x' } } } }
    const schemas = {
      List: { enum: 'a' },
      Bound: { minLength: '3' },
      Object: { enum: [], maximum: {} },
      Fine: ref('List'),
    }
    const paths = { '/a': { put: { operationId: 'a', requestBody: body, responses: {} } } }
    const tree = document({ paths, components: { schemas } })
    const failure = await errorOf(generateOne(tree, { file: 'api.json' }))
    expect([failure.code, failure.exitCode, failure.where?.file]).toEqual(['DOCUMENT_INVALID', 2, 'api.json'])
    const told = failure.problems.map(({ where, message }) => [where?.pointer, message])
    expect(told).toEqual([
      ['#/paths/~1a/put/requestBody/content/application~1json/schema', expect.stringContaining('minLength')],
      ['#/components/schemas/List', expect.stringContaining('enum')],
      ['#/components/schemas/Bound', expect.stringContaining('minLength')],
      ['#/components/schemas/Object', expect.stringContaining('maximum')],
    ])
  })

  it('is reported with the reason of the compiler of validators', async () => {
    const schemas = { Half: { properties: { '\ud800': { type: 'string' } } } }
    const { problems } = await errorOf(
      generateOne(document({ components: { schemas } }), { file: 'api.json' }),
    )
    expect(problems.map(({ where, message }) => [where?.pointer, message])).toEqual([
      ['#/components/schemas/Half', expect.stringContaining('surrogate')],
    ])
  })
})

describe('documents with faults in any place', () => {
  const scalars = [null, true, 0, -1, 1e300, '', 'x', '#/components/schemas/Gone']
  const schemas = [
    { $ref: 5 },
    { type: 5 },
    { type: 'strin' },
    { allOf: [{ $ref: '#' }] },
    { oneOf: [1, null] },
  ]
  const members = [{ enum: 5 }, { properties: 5 }, { required: 'a' }]
  const junk: readonly unknown[] = [...scalars, [], {}, [null], ['a'], ref('Gone'), ...schemas, ...members]
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
      // Each run loads openapi-typescript anew, so a few runs suffice to show that it fails in none.
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
