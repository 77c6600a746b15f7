import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrationOf } from '../../diff/index.js'
import {
  generate,
  type GeneratedSet,
  type GeneratorInput,
  type GenerateStep,
  manifestName,
  readManifest,
} from '../../generator/index.js'
import { compile } from '../support/compile.js'
import { sharedFolder } from '../support/folder.js'
import { parts, surfaceIn, writeFiles } from './support/generated.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: object): object => ({ content: { 'application/json': { schema } } })

const textOf = (leaf: object, more: Record<string, object> = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Trees', version: '1' },
    paths: {
      '/trees': {
        post: {
          operationId: 'putTree',
          requestBody: { required: true, ...content(ref('Tree')) },
          responses: { 200: { description: 'Done', ...content(ref('Tree')) } },
        },
      },
    },
    components: {
      schemas: {
        Leaf: leaf,
        Tree: { type: 'object', required: ['leaf'], properties: { leaf: ref('Leaf'), next: ref('Tree') } },
        ...more,
      },
    },
  })

const input = (name: string, text: string): GeneratorInput => ({ name, file: `${name}.json`, text })
const first = input('2030-01-01', textOf({ type: 'string', minLength: 2 }))
const second = input('2030-01-02', textOf({ type: 'string', minLength: 3 }, { Bark: { type: 'integer' } }))
const third = input('2030-01-03', textOf({ type: 'string', minLength: 3 }))

const filesOf = ({ files }: GeneratedSet, folder: string): Record<string, string> =>
  Object.fromEntries(
    files.filter(({ path }) => path.startsWith(folder)).map(({ path, content }) => [path, content]),
  )

/** The documents that a run reads, and its output, after an earlier run with the output `before`. */
const runAfter = async (
  before: GeneratedSet,
  inputs: readonly GeneratorInput[],
): Promise<{ steps: string[]; set: GeneratedSet }> => {
  const manifest = readManifest(before.files.find(({ path }) => path === manifestName)?.content ?? '')
  if (!manifest) throw new Error('the run left no manifest')
  const encoder = new TextEncoder()
  const files = new Map(before.files.map(({ path, content }) => [path, encoder.encode(content)]))
  const steps: string[] = []
  const onStep = ({ step, document }: GenerateStep): void => {
    steps.push(`${step} ${document}`)
  }
  const options = { ...parts, previous: { manifest, files }, onStep }
  return { set: await generate(inputs, options, migrationOf), steps }
}

let two: GeneratedSet
let three: GeneratedSet
beforeAll(async () => {
  two = await generate([first, second], parts, migrationOf)
  three = await generate([first, second, third], parts, migrationOf)
})

describe('the folder of a version', () => {
  it('imports what all versions share, and nothing of another version', () => {
    const imports = Object.values(filesOf(three, '2030')).flatMap((text) =>
      Array.from(text.matchAll(/(?:from|import\() ?['"]([^'"]+)['"]/g), ([, path = '']) => path),
    )
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter((path) => !/^(\.\.\/runtime\/\w+|\.\/\w+)\.js$/.test(path))).toEqual([])
  })

  it('is the same whichever versions stand beside it, but for what changed since the one before', async () => {
    const alone = await generate([second], parts)
    const { [`${second.name}/MIGRATION.md`]: migration, ...beside } = filesOf(three, second.name)
    expect(beside).toEqual(filesOf(alone, second.name))
    expect(migration).toContain('\n## Changes to act on\n\n- The least length of `Leaf` was `2` and is `3`')
    expect(filesOf(three, first.name)).toEqual(filesOf(two, first.name))
  })

  it('can be deleted: the others compile and run', async () => {
    const folder = sharedFolder()
    writeFiles(folder, three.files)
    rmSync(join(folder, first.name), { recursive: true })
    const { validator, schemaValidators } = surfaceIn(folder, second.name)
    const tree = await validator(schemaValidators['Tree']?.response ?? '')
    expect([tree({ leaf: 'abc' }), tree({ leaf: 'ab' })]).toEqual([true, false])
    // The index of all versions names each of them; a version is imported by its own.
    const left = three.files.filter(
      ({ path }) => !path.startsWith(`${first.name}/`) && !path.startsWith('index.'),
    )
    expect(compile(left)).toEqual([])
  })
})

describe('a run after another', () => {
  it('reads the new version, and the one before it to say what changed', async () => {
    const { set, steps } = await runAfter(two, [first, second, third])
    expect(set).toEqual(three)
    expect(steps.filter((step) => step.startsWith('read'))).toEqual(['read 2030-01-03', 'read 2030-01-02'])
    expect(steps).not.toContain('compile 2030-01-02')
  })

  it('takes over nothing of a version whose files were changed', async () => {
    const changed = {
      ...three,
      files: three.files.filter(({ path }) => path !== '2030-01-01/validators.js'),
    }
    const { set, steps } = await runAfter(changed, [first, second, third])
    expect(set).toEqual(three)
    expect(steps.filter((step) => step.startsWith('compile'))).toEqual(['compile 2030-01-01'])
  })
})
