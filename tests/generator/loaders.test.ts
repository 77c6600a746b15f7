import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../generator/index.js'
import type { Surface } from '../../runtime/surface.js'
import { document, ref } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { parts, writeFiles } from './support/generated.js'

interface Root {
  readonly versions: readonly string[]
  readonly load: (version: string) => Promise<Surface>
}

const folder = sharedFolder()
const text = { type: 'string', minLength: 2 }

const version = (name: string, schemas: object) => {
  const body = { content: { 'application/json': { schema: ref('Changed') } } }
  const put = { operationId: 'putIt', requestBody: body, responses: { 204: { description: 'Done' } } }
  const tree = document({ paths: { '/it': { put } }, components: { schemas } })
  return { name, file: `${name}.json`, text: JSON.stringify(tree) }
}

let root: Root
beforeAll(async () => {
  const first = version('2026-01-01', { Gone: text, Changed: text })
  const second = version('2026-02-01', { Changed: { type: 'number' } })
  writeFiles(folder, (await generate([second, first], { ...parts, packageName: 'pets' })).files)
  root = (await import(pathToFileURL(join(folder, 'index.js')).href)) as Root
})

describe('the index of all versions', () => {
  it('names them, the oldest first', () => {
    expect(root.versions).toEqual(['2026-01-01', '2026-02-01'])
  })

  it('is that of a package whose version is the newest date', () => {
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ version: '2026.2.1' })
  })

  it.each([
    ['2026-01-01', 'ab', 1],
    ['2026-02-01', 1, 'ab'],
  ])('loads tables and validators of %s', async (name, accepts, refuses) => {
    const surface = await root.load(name)
    expect([surface.version, Object.keys(surface.operations)]).toEqual([name, ['putIt']])
    const validate = await surface.validator('Changed')
    expect([validate(accepts), validate(refuses)]).toEqual([true, false])
  })

  it.each(['2026-03-01', 'constructor', '__proto__'])('refuses the version %s', async (name) => {
    await expect(root.load(name)).rejects.toThrow(`no document is named ${name}`)
  })

  // The module also has functions that judge a whole operation, which are not validators.
  it.each(['Gone', 'constructor', '__proto__', 'validators', 'putItValidators'])(
    'has no validator %s in a version without it',
    async (name) => {
      const surface = await root.load('2026-02-01')
      await expect(surface.validator(name)).rejects.toThrow(`no validator is named ${name}`)
    },
  )
})
