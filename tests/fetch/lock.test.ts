import { describe, expect, test } from 'vitest'
import { driftProblems, type Lock, compareLocks, lockText, readLock } from '../../fetch/index.js'
import { tableIn } from '../support/table.js'
import { errorIn } from '../support/failure.js'

const document = (version: string, digit = 'a', ending = 'json') => ({
  file: `${version}.${ending}`,
  url: `http://127.0.0.1:4010/spec/${version}`,
  sha256: digit.repeat(64),
  bytes: 10,
})

const lockWith = (documents: Lock['documents'], standard: string | null = '2025-03-13'): Lock => ({
  lockVersion: 1,
  source: 'http://127.0.0.1:4010',
  default: standard,
  documents,
})

const lock = lockWith({ '2025-03-13': document('2025-03-13'), '2026-07-01': document('2026-07-01', 'b') })
const local = new Map([
  ['2025-03-13.json', 'a'.repeat(64)],
  ['2026-07-01.json', 'b'.repeat(64)],
])

describe('reading a lock', () => {
  test('gives back what was written', () => {
    expect(readLock(lockText(lock))).toEqual(lock)
    expect(readLock(lockText(lockWith({}, null))).default).toBeNull()
  })

  const valid = JSON.parse(lockText(lock))
  const withDocument = (change: object, version = '2025-03-13') => ({
    ...valid,
    documents: { [version]: { ...document('2025-03-13'), ...change } },
  })
  test.each([
    ['a list', []],
    ['null', null],
    ['another version', { ...valid, lockVersion: 2 }],
    ['no source', { ...valid, source: undefined }],
    ['a default that is not a date', { ...valid, default: '2025-3-13' }],
    ['no default at all', { ...valid, default: undefined }],
    ['no documents', { ...valid, documents: undefined }],
    ['documents as a list', { ...valid, documents: [] }],
    ['a document that is null', { ...valid, documents: { '2025-03-13': null } }],
    ['a version that is not a date', withDocument({ file: '2025-02-30.json' }, '2025-02-30')],
    ['a file outside of the folder', withDocument({ file: '../../2025-03-13.json' })],
    ['a file of another version', withDocument({ file: '2026-07-01.json' })],
    ['a short hash', withDocument({ sha256: 'abc' })],
    ['a hash in capitals', withDocument({ sha256: 'A'.repeat(64) })],
    ['no URL', withDocument({ url: undefined })],
    ['a size that is not a number', withDocument({ bytes: '10' })],
  ])('refuses %s', async (_, value) => {
    const error = await errorIn(() => readLock(JSON.stringify(value)))
    expect(error).toMatchObject({ code: 'FETCH_LOCK_INVALID', exitCode: 2 })
  })

  test('refuses the marks of a merge conflict, with line and column', async () => {
    const text = lockText(lock).replace('  "source"', '<<<<<<< ours\n  "source"')
    const error = await errorIn(() => readLock(text))
    expect(error).toMatchObject({ code: 'FETCH_LOCK_INVALID', where: { line: 3, column: 1 } })
  })

  test('refuses one that is nested without end', async () => {
    expect(await errorIn(() => readLock('['.repeat(1e6)))).toMatchObject({ code: 'FETCH_LOCK_INVALID' })
  })
})

interface Difference extends Partial<Pick<Lock, 'source' | 'default'>> {
  readonly documents?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

const { drift } = tableIn<{
  readonly drift: readonly (readonly [name: string, Difference, says: readonly string[]])[]
}>(import.meta.dirname, 'lock.yaml')

const documentsOf = (digits: Readonly<Record<string, string>>): Lock['documents'] =>
  Object.fromEntries(
    Object.entries(digits).map(([version, text]) => [version, document(version, ...text.split(' '))]),
  )

describe('what --frozen reports', () => {
  test.each(drift)('%s', (_, { documents, files, ...others }, wanted) => {
    const now = { ...lock, ...(documents && { documents: documentsOf(documents) }), ...others }
    const there = files
      ? new Map(Object.entries(files).map(([name, digit]) => [name, digit.repeat(64)]))
      : local
    const problems = driftProblems(lock, now, there)
    expect(problems).toHaveLength(wanted.length)
    for (const [index, text] of wanted.entries()) expect(problems[index]?.message).toContain(text)
    for (const problem of problems) expect(problem).toMatchObject({ code: 'FETCH_DRIFT', severity: 'error' })
  })

  test('without a lock everything is new', () => {
    expect(compareLocks(undefined, lock)).toEqual({
      added: ['2025-03-13', '2026-07-01'],
      removed: [],
      changed: [],
      defaultChanged: false,
    })
  })
})
