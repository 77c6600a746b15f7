import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readInputs, readSpecs } from '../../../bin/input/documents.js'
import { errorOf } from '../../support/failure.js'
import { folderWith as folderOf, temporaryFolder } from '../../support/folder.js'

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

test.each([
  ['those of its lock', ['2026-08-01'], ['2026-08-01']],
  ['all that are named by a date without one', undefined, ['2026-07-01', '2026-08-01']],
])('the dated documents of a folder are %s', async (_, locked, names) => {
  const entry = { url: 'http://host/', sha256: '0'.repeat(64), bytes: 1 }
  const documents = locked?.map((name) => [name, { ...entry, file: `${name}.json` }])
  const lock = { lockVersion: 1, source: 'http://host/', default: null }
  const folder = folderOf({
    '2026-07-01.json': '{}',
    '2026-08-01.json': '{}',
    'notes.json': '{}',
    ...(documents && {
      'rampart.lock.json': JSON.stringify({ ...lock, documents: Object.fromEntries(documents) }),
    }),
  })
  expect((await readSpecs(folder, '.')).map(({ name }) => name).toSorted()).toEqual(names)
})
