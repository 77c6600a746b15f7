import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readInputs } from '../../../bin/input/documents.js'
import { errorOf } from '../../support/failure.js'
import { temporaryFolder } from '../../support/folder.js'

const folderWith = (content: Uint8Array): string => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'it.yaml'), content)
  return folder
}

describe('a document', () => {
  test('that is not UTF-8 is refused', async () => {
    const folder = folderWith(Buffer.from('openapi: 3.1.0\ninfo:\n  title: h\u00e9', 'latin1'))
    expect(await errorOf(readInputs(folder, ['it.yaml']))).toMatchObject({
      code: 'DOCUMENT_SYNTAX',
      message: 'it.yaml: the text is not UTF-8',
    })
  })

  test('may hold any text that is', async () => {
    const text = '\uFEFFtitle: h\u00e9 \uFFFD \u{1F600}\n'
    const [input] = await readInputs(folderWith(Buffer.from(text)), ['it.yaml'])
    expect(input?.text).toBe(text)
  })
})
