import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonPositions, positionIn } from '../../../bin/input/faulty-input.js'
import { appendKey } from '../../../document/index.js'

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
    const position = jsonPositions(text).get(pointer)
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
        const positions = jsonPositions(JSON.stringify(value, undefined, indent))
        expect([...positions.keys()].toSorted()).toEqual(
          pointersOf(JSON.parse(JSON.stringify(value))).toSorted(),
        )
      }),
    )
  })

  test('are found in what is nested deeply and in long texts', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(jsonPositions(deep).get('/0/0')).toEqual({ value: 2 })
    expect(jsonPositions(`{"a":"${'é\\n'.repeat(1_000_000)}"}`).get('/a')).toEqual({ name: 1, value: 5 })
  })
})
