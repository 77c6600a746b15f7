import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../document/index.js'
import { readVersions } from '../../scripts/specs/documents.js'
import { changes, versions } from '../../versions/index.js'
import { asObject, at, documentOf, specsFolder } from './documents.js'
import { difference } from './difference.js'

const dated = await readVersions(path.join(specsFolder, 'versions'))

test('the folder holds the versions of the table', () => {
  expect(dated.map(({ version }) => version)).toEqual(versions)
})

const marks: Readonly<Record<string, string>> = { add: '+', remove: '-', replace: '~' }

/** The location that an operation touches, as `difference` prints it: an element put at the end has its index. */
const touchedBy = (patch: JsonObject, before: JsonObject): string => {
  const pointer = String(patch['path'])
  const list = pointer.endsWith('/-') ? at(before, pointer.slice(0, -2)) : undefined
  const location = Array.isArray(list) ? `${pointer.slice(0, -1)}${list.length}` : pointer
  return `${marks[String(patch['op'])]} ${location}`
}

describe.each(dated.slice(1))('$from to $version', ({ version, from = '', changes: listed }) => {
  test('the documents differ where the file says and nowhere else', () => {
    const edits = listed.flatMap(({ patch }) => patch.filter(({ op }) => op !== 'test'))
    const touched = edits.map((one) => touchedBy(one, documentOf(from)))
    const found = difference(documentOf(from), documentOf(version))
    const isOf = (one: string, above: string): boolean =>
      one === above || one.slice(2).startsWith(`${above.slice(2)}/`)
    const expected = ['~ /info/version', ...touched]
    expect(found.filter((one) => !expected.some((above) => isOf(one, above)))).toEqual([])
    expect(expected.filter((above) => !found.some((one) => isOf(one, above)))).toEqual([])
  })

  test('the file names changes that the table has, each once', () => {
    const minted = new Set(
      changes.filter((change) => change.version === version).map(({ name }) => name as string),
    )
    const names = listed.map(({ name }) => name)
    expect(names.filter((name) => !minted.has(name))).toEqual([])
    expect(names).toEqual([...new Set(names)])
  })
})

test('the first version changes nothing', () => {
  expect(dated[0]).toMatchObject({ version: '2025-03-13', from: undefined, changes: [] })
})

test('all versions have the same routes and methods', () => {
  const routes = dated.map(({ version }) =>
    Object.entries(asObject(documentOf(version)['paths'])).map(([route, item]) => [
      route,
      Object.keys(asObject(item)),
    ]),
  )
  for (const later of routes.slice(1)) expect(later).toEqual(routes[0])
})

test('info.version is the date', () => {
  expect(dated.map(({ version }) => at(documentOf(version), '/info/version'))).toEqual(
    dated.map(({ version }) => version),
  )
})

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2, 'b/c': 1 }, ['~ /a', '+ /b~1c']],
  [{ a: [1, 2] }, { a: [1] }, ['- /a/1']],
  [{ a: {} }, { a: [] }, ['~ /a']],
])('difference of %j and %j', (before, after, expected) => {
  expect(difference(before, after)).toEqual(expected)
})
