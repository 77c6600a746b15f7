import { describe, expect, test } from 'vitest'
import { locatePointers } from '../../../document/text/index.js'

const json = `{
  "a": [1, { "b~/": "x\\"}" },
    [true]],
  "k\\u00e9": {
    "c": null },
  "n": { "d": 1, "e": {} } }`

const yaml = `# first
a: &one
  b: [1,
    2]
c:
  <<: *one
  d: *one
e: {f: 1}
`

const cases: readonly (readonly [text: string, pointer: string, line: number | undefined])[] = [
  [json, '#', 1],
  [json, '#/a', 2],
  [json, '#/a/0', 2],
  [json, '#/a/1/b~0~1', 2],
  [json, '#/a/2', 3],
  [json, '#/a/2/0', 3],
  [json, '#/ké/c', 5],
  [json, '#/n/d', 6],
  [json, '#/n/e', 6],
  [json, '#/n/none', undefined],
  [json, '#/d', undefined],
  [yaml, '#', 1],
  [yaml, '#/a', 2],
  [yaml, '#/a/b/1', 4],
  [yaml, '#/c/b', 3],
  [yaml, '#/c/d/b', 3],
  [yaml, '#/e/f', 8],
  [yaml, '#/x', undefined],
  ['{a: 1,\n b: 2}', '#/b', 2],
  // YAML that begins like JSON.
  ['{"a": x,\n "b": 2}', '#/b', 2],
  ['{"a": \'"\',\n "b": 2}', '#/b', 2],
  ['{"a": 1, # "{\n "b": 2}', '#/b', 2],
  ['{"a": &x 1,\n "b": *x}', '#/b', 2],
  ['a: &a\n  b: 1\n  <<: *a\n  c: 2', '#/a/c', 4],
  ['a:\n - &x {b: 1}\n - *x\n - !t\n  - "c"', '#/a/1', 3],
  ['a:\n - &x {b: 1}\n - *x\n - !t\n  - "c"', '#/a/1/b', 2],
  ['a:\n - &x {b: 1}\n - *x\n - !t\n  - "c"', '#/a/2/0', 5],
  ['a:\n - b: 1\n   c: 2\n - \n  - d', '#/a/0', 2],
  ['a:\n - b: 1\n   c: 2\n - \n  - d', '#/a/1', 5],
  ['%YAML 1.2\n---\n"ab": [\n "c"\n ]\n---\na: 1', '#/ab/0', 4],
  ['a:\n  b: {\n    x: 1\n  }\n  c: [\n  2,\n3\n]\nd: 4', '#/a/c/1', 7],
  ['a:\n  b: {\n    x: 1\n  }\n  c: [\n  2,\n3\n]\nd: 4', '#/d', 9],
  ['- a\n-\n- b', '#/1', undefined],
  ['{', '#/a', undefined],
  ['', '#/b', undefined],
]

describe('lines of pointers', () => {
  test.each(cases)('%#: %s at %s', (text, pointer, line) => {
    expect(locatePointers(text, [pointer]).get(pointer)).toBe(line)
  })

  test('all pointers are found in one call', () => {
    const pointers = cases.filter(([text]) => text === json).map(([, pointer]) => pointer)
    expect(locatePointers(json, pointers).size).toBe(9)
  })

  test('a text that nests deeply is read without recursion', () => {
    const depth = 4000
    const text = `${'{"a":\n'.repeat(depth)}1${'}'.repeat(depth)}`
    const pointer = `#${'/a'.repeat(depth)}`
    expect(locatePointers(text, [pointer]).get(pointer)).toBe(depth)
  })
})
