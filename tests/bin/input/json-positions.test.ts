import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonPositions, positionIn } from '../../../bin/input/json-positions.js'
import { appendKey } from '../../../document/index.js'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const pointersOf = (value: unknown, pointer = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [pointer]
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [pointer, ...inner.flatMap(([key, one]) => pointersOf(one, appendKey(pointer, key)))]
}

describe('positions in a JSON text', () => {
  const text = '{\n  "a/b": [1, {"c": "é"}],\r\n\t"d~": null }'

  test.each([
    ['', undefined, '1:1'],
    ['/a~1b', '2:3', '2:10'],
    ['/a~1b/0', undefined, '2:11'],
    ['/a~1b/1/c', '2:15', '2:20'],
    ['/d~0', '3:2', '3:8'],
  ])('of "%s"', (pointer, name, value) => {
    const position = jsonPositions(text).positions.get(pointer)
    const at = (offset: number | undefined) => {
      if (offset === undefined) return undefined
      const { line, column } = positionIn(text, offset)
      return `${line}:${column}`
    }
    expect([at(position?.name), at(position?.value)]).toEqual([name, value])
  })

  test('are those of all values, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const { positions: places, broken } = jsonPositions(JSON.stringify(value, undefined, indent))
        expect(broken).toBeUndefined()
        expect([...places.keys()].toSorted()).toEqual(
          pointersOf(JSON.parse(JSON.stringify(value))).toSorted(),
        )
      }),
    )
  })

  test('end where the text stops being JSON, exactly when it does', () => {
    const change = fc.tuple(fc.nat(60), fc.constantFrom('', ',', '}', ']', '{', '[', ':', '"', '1', 'x', ' '))
    fc.assert(
      fc.property(fc.jsonValue(), change, fc.nat(2), (value, [at, letter], dropped) => {
        const whole = JSON.stringify(value)
        const changed = whole.slice(0, at) + letter + whole.slice(at + dropped)
        expect(jsonPositions(changed).broken === undefined, changed).toBe(isJson(changed))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['', '1:1', 'the text ends where a value is due'],
    ['{ "a": 1,\n}', '2:1', '"}" stands where the name of a member in double quotes is due'],
    ['[1, 2\n,]', '2:2', '"]" stands where a value is due'],
    ["{ 'a': 1 }", '1:3', '"\'" stands where the name of a member in double quotes is due'],
    ['{ "a" 1 }', '1:7', '"1" stands where a colon is due'],
    ['{ "a": 01 }', '1:8', '"0" stands where a value is due'],
    ['[1 2]', '1:4', '"2" stands where a comma or the end is due'],
    ['{}\n{}', '2:1', '"{" stands where nothing more is due'],
    ['[ // no', '1:3', '"/" stands where a value or the end of the list is due'],
    ['{ "a": 1', '1:9', 'the text ends where a comma or the end is due'],
  ])('%j is broken at %s', (broken, at, message) => {
    const found = jsonPositions(broken).broken
    const { line, column } = positionIn(broken, found?.offset ?? -1)
    expect([`${line}:${column}`, found?.message]).toEqual([at, message])
  })

  test('are found in what is nested deeply and in long texts', () => {
    const deep = '['.repeat(200_000)
    expect(jsonPositions(deep + ']'.repeat(200_000)).broken).toBeUndefined()
    expect(jsonPositions(`"${'é\\n'.repeat(1_000_000)}"`).broken).toBeUndefined()
  })
})
