import { beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../generator/index.js'
import { schemasDocument } from './support/documents.js'
import { parts, surfaceIn, temporaryFolder, writeFiles } from './support/generated.js'
import type { Surface } from '../../runtime/surface.js'

const folder = temporaryFolder()
const text = { type: 'string', minLength: 2 }

const version = (name: string, schemas: object): { name: string; file: string; text: string } => ({
  name,
  file: `${name}.json`,
  text: JSON.stringify(schemasDocument(schemas)),
})

describe('validators of a version, by name', () => {
  let surface: Surface
  beforeAll(async () => {
    const first = version('2026-01-01', { Gone: text, Kept: text, Changed: text })
    const second = version('2026-02-01', { Kept: text, Changed: { type: 'number' }, Added: text })
    const { files } = await generate([first, second], { ...parts, tablesOnly: true })
    writeFiles(folder, files)
    surface = surfaceIn(folder, '2026-02-01')
  })

  it.each([
    { name: 'schemas/Kept', what: 'the version before', accepts: 'ab', refuses: 1 },
    { name: 'schemas/Changed', what: 'its own folder where it changed', accepts: 1, refuses: 'ab' },
    { name: 'schemas/Added', what: 'its own folder where it is new', accepts: 'ab', refuses: 'a' },
  ])('come from $what', async ({ name, accepts, refuses }) => {
    const validate = await surface.validator(name)
    expect([validate(accepts), validate(refuses)]).toEqual([true, false])
  })

  it.each(['schemas/Gone', 'schemas/Never', 'constructor', '__proto__', 'hasOwnProperty'])(
    'are none for %s',
    async (name) => {
      await expect(surface.validator(name)).rejects.toThrow(`no validator is named ${name}`)
    },
  )
})
