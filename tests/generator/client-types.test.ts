import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { generate } from '../../generator/index.js'
import { tableIn } from '../support/table.js'
import { compile } from '../support/compile.js'
import { generateOne, parts } from './support/generated.js'
import { referenceDocuments } from './support/public-documents.js'

// Programs of users with generated clients. Each text is a module beside them, compiled as strictly as possible.
const { consumers, media } = tableIn<{
  readonly consumers: Readonly<Record<string, string>>
  readonly media: object
}>(import.meta.dirname, 'client-types.yaml')

describe('code that uses generated clients', () => {
  let diagnostics: readonly string[]
  const fileOf = (index: number): string => `consumer-${index}.ts`

  beforeAll(async () => {
    const { files } = await generate(referenceDocuments(), parts)
    const others = await generateOne(media, { name: 'media' })
    const modules = Object.values(consumers).map((content, index): OutputFile => ({
      path: fileOf(index),
      content,
    }))
    const extra = others.files.filter(({ path }) => path.startsWith('media/'))
    diagnostics = compile([...files, ...extra, ...modules])
  })

  it.each(Object.keys(consumers).map((what, index) => ({ what, file: fileOf(index) })))(
    'compiles: $what',
    ({ file }) => {
      expect(diagnostics.filter((line) => line.startsWith(file))).toEqual([])
    },
  )

  it('is all that was compiled', () => {
    expect(diagnostics.filter((line) => !line.startsWith('consumer-'))).toEqual([])
  })
})
