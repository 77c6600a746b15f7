import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appendKey,
  jsonPositions,
  keysOf,
  positionIn,
  type TextPosition,
  wantedOf,
} from '../../../document/index.js'

const positionsIn = (text: string, ...pointers: readonly string[]): ReadonlyMap<string, TextPosition> =>
  jsonPositions(text, wantedOf(pointers))

const pointersOf = (value: unknown, pointer = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [pointer]
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [pointer, ...inner.flatMap(([key, one]) => pointersOf(one, appendKey(pointer, key)))]
}

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((at, key) => Reflect.get(Object(at), key), value)

/** The text with which a value begins. */
const beginningOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? '[' : '{'
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
    const position = positionsIn(text, pointer).get(pointer)
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
        const text = JSON.stringify(value, undefined, indent)
        const pointers = pointersOf(JSON.parse(text))
        const positions = positionsIn(text, ...pointers)
        expect([...positions.keys()].toSorted()).toEqual(pointers.toSorted())
        for (const [pointer, { value: start }] of positions) {
          const beginning = beginningOf(valueAt(JSON.parse(text), keysOf(pointer)))
          expect(text.slice(start, start + beginning.length)).toBe(beginning)
        }
      }),
    )
  })

  test('are found in what is nested deeply and in long texts', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(positionsIn(deep, '/0/0').get('/0/0')).toEqual({ value: 2 })
    const long = `{"a":"${'é\\n'.repeat(1_000_000)}"}`
    expect(positionsIn(long, '/a').get('/a')).toEqual({ name: 1, value: 5 })
  })
})
