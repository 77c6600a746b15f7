import { describe, expect, it } from 'vitest'
import { duplicateNames } from '../../../document/index.js'
import { loadDocument } from '../../../generator/load/load.js'

describe('members of one name', () => {
  it.each([
    ['{"a": 1, "b": {"a": 2}}', []],
    ['{"a": 1, "a": 2}', [['a']]],
    ['{"a": [{"b": 1}, {"b": 1, "c": {}, "b": {"b": 2}}]}', [['a', 1, 'b']]],
    ['{"a": "a", "b": "{", "c": ["a", "a", {"a": "}"}]}', []],
    ['{"a\\"": 1, "\\u0061\\"": 2, "__proto__": 1, "__proto__": 2}', [['a"'], ['__proto__']]],
    ['[[], [{}, {"x": [], "x": []}]]', [[1, 1, 'x']]],
  ])('in %s are found', (json, paths) => {
    expect(duplicateNames(json)).toEqual(paths)
  })

  it('are found beside texts of many megabytes', () => {
    const text = JSON.stringify('"\\\n'.repeat(4_000_000))
    expect(duplicateNames(`{"a": ${text}, "b": 1, "b": ${text}}`)).toEqual([['b']])
  })

  it('are noted where they stand', async () => {
    const text = '{"openapi": "3.1.0", "info": {"title": "a", "title": "b", "version": "1"}, "paths": {}}'
    const { problems } = await loadDocument({ name: 'it', file: 'it.json', text })
    expect(problems).toMatchObject([{ code: 'DOCUMENT_NOTE', where: { pointer: '#/info/title' } }])
  })
})
