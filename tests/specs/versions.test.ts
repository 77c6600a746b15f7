import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyVersion, buildDocuments, readVersions, type Version } from '../../scripts/specs/documents.js'
import { temporaryFolder } from '../support/folder.js'

let folder = ''
beforeEach(async () => {
  folder = temporaryFolder()
  await mkdir(path.join(folder, 'versions'))
})

const put = (name: string, text: string) => writeFile(path.join(folder, name), text)
const read = () => readVersions(path.join(folder, 'versions'))

describe('a version file that is not well formed is refused by name', () => {
  const cases = [
    { text: "version: '2025-01-02'\nchanges: []", says: '#/version: expected the date of the file name' },
    { text: "version: '2025-01-01'\nfrom: 3\nchanges: []", says: '#/from: expected a date in quotes' },
    { text: "version: '2025-01-01'\nfrom: '2024-01-01'\nchanges: []", says: '#/from: expected none' },
    { text: "version: '2025-01-01'", says: '#/changes: expected a list' },
    { text: "version: '2025-01-01'\nchanges: [1]", says: '#/changes/0: expected name, why and patch' },
    {
      text: "version: '2025-01-01'\nchanges: [{ name: a, why: a }]",
      says: '#/changes/0/patch: expected a list',
    },
    { text: '- nothing', says: 'expected an object with version, from and changes' },
    { text: 'version: [', says: '2025-01-01.yaml: ' },
  ]
  test.each(cases)('$text', async ({ text, says }) => {
    await put('versions/2025-01-01.yaml', text)
    const error = await read().catch(String)
    expect(error).toContain('2025-01-01.yaml')
    expect(error).toContain(says)
  })

  test('a gap in the chain', async () => {
    await put('versions/2025-01-01.yaml', "version: '2025-01-01'\nchanges: []")
    await put('versions/2025-02-01.yaml', "version: '2025-02-01'\nfrom: '2024-12-01'\nchanges: []")
    await expect(read()).rejects.toThrow("2025-02-01.yaml#/from: expected '2025-01-01', the version before")
  })

  test('no version at all', async () => {
    await expect(read()).rejects.toThrow('expected at least one version file')
  })
})

describe('a patch that does not fit is refused by file, change and pointer', () => {
  const document = { info: { version: '1' }, paths: { '/a': {} } }
  const version = (operation: Record<string, unknown>): Version => ({
    file: 'specs/versions/2025-01-01.yaml',
    version: '2025-01-01',
    from: undefined,
    changes: [{ name: 'a', why: 'a change', patch: [operation] }],
  })
  const cases = [
    [{ op: 'remove', path: '/paths/~1b' }, 'remove /paths/~1b failed'],
    [{ op: 'replace', path: '/paths/~1a/get', value: 1 }, 'replace /paths/~1a/get failed'],
    [{ op: 'test', path: '/info/version', value: '2' }, 'test /info/version failed'],
    [{ op: 'delete', path: '/info' }, 'expected an RFC 6902 operation'],
    [{ op: 'remove' }, 'expected an RFC 6902 operation'],
  ] as const
  test.each(cases)('%j', (operation, says) => {
    const apply = () => applyVersion(document, version(operation))
    expect(apply).toThrow('specs/versions/2025-01-01.yaml#/changes/0/patch/0')
    expect(apply).toThrow(says)
  })

  test('a fitting patch leaves the document before as it was', () => {
    const after = applyVersion(document, version({ op: 'remove', path: '/paths/~1a' }))
    expect(after).toEqual({ info: { version: '2025-01-01' }, paths: {} })
    expect(document).toEqual({ info: { version: '1' }, paths: { '/a': {} } })
  })
})

test('a reference to nothing fails the bundling with its place', async () => {
  await put('versions/2025-01-01.yaml', "version: '2025-01-01'\nchanges: []")
  const info = "openapi: 3.1.1\ninfo: { title: T, version: '1' }\n"
  await put('openapi.yaml', `${info}paths: { /a: { $ref: './gone.yaml#/a' } }`)
  await expect(buildDocuments(folder)).rejects.toThrow(
    /openapi\.yaml#\/paths\/~1a.*(no-unresolved-refs|bundler)/,
  )
})

test('two shared parts with one name fail the bundling instead of being renamed', async () => {
  await put('versions/2025-01-01.yaml', "version: '2025-01-01'\nchanges: []")
  await put('a.yaml', 'Amount: { type: string }')
  await put('b.yaml', 'Amount: { type: number }')
  const property = (file: string) => `{ $ref: './${file}.yaml#/Amount' }`
  await put(
    'openapi.yaml',
    `openapi: 3.1.1\ninfo: { title: T, version: '1' }\npaths: {}\n` +
      `components: { schemas: { Pair: { properties: { a: ${property('a')}, b: ${property('b')} } } } }`,
  )
  await expect(buildDocuments(folder)).rejects.toThrow('same name but different content')
})
