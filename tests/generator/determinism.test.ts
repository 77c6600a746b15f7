import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generate, type GeneratedSet, type GeneratorInput } from '../../generator/index.js'
import { errorOf } from '../support/failure.js'
import { parts, repository } from './support/generated.js'

const golden = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
const hostile = readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8')
const inputs: readonly GeneratorInput[] = [
  { name: 'golden', file: 'golden.yaml', text: golden },
  { name: 'hostile', file: 'hostile.json', text: hostile },
]

const contents = ({ files }: GeneratedSet): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, content }) => [path, content]))

/** A document with the members of its large maps in reverse order. */
const reversed = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const isMap = ['schemas', 'paths', 'parameters', 'responses'].includes(key) && !Array.isArray(value)
    return isMap && typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value
  })

it('the same input gives the same bytes, in whatever order the documents come', async () => {
  const [once, again] = [await generate(inputs, parts), await generate(inputs.toReversed(), parts)]
  expect(contents(again)).toEqual(contents(once))
  expect(again.files.map(({ path }) => path)).toEqual(once.files.map(({ path }) => path).toSorted())
  // The output contains no time and no path.
  expect([...contents(once).values()].join('\n')).not.toMatch(/20\d\d-\d\d-\d\dT\d\d:/)
  expect([...contents(once).values()].join('\n')).not.toContain(repository)
})

it('the order of names in a document does not matter to validators', async () => {
  const read = async (text: string) =>
    contents(await generate([{ name: 'it', file: 'it.json', text }], parts))
  const [forward, backward] = [await read(hostile), await read(reversed(hostile))]
  expect([...backward.keys()].toSorted()).toEqual([...forward.keys()].toSorted())
  // Statements are lines, which may differ in order alone.
  const lines = (files: ReadonlyMap<string, string>): string[] =>
    (files.get('it/validators.js') ?? '').split('\n').toSorted()
  expect(lines(forward).length).toBeGreaterThan(500)
  expect(lines(backward)).toEqual(lines(forward))
})

it.each(['api', 'API'])('two inputs named api and %s are refused', async (name) => {
  const both = ['api', name].map((one, index) => ({ name: one, file: `${index}.yaml`, text: golden }))
  const failure = await errorOf(generate(both, parts))
  expect(failure.code).toBe('DOCUMENT_DUPLICATE')
  expect(failure.message).toContain('0.yaml and 1.yaml')
})
