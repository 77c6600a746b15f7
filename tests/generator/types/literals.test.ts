import { expect, it } from 'vitest'
import { literalOf, memberName } from '../../../generator/types/declarations.js'

// oxlint-disable-next-line typescript/no-implied-eval -- the text is code that the generator prints
const valueOf = (code: string): unknown => new Function(`return (${code})`)()

it.each(['plain', '200', '0', '01', '1.5', '12345678901', '', 'a"b', '\u2028', '__proto__', 'constructor'])(
  'an object has a member with the name %j',
  (name) => {
    expect(Object.keys(valueOf(`{ ${memberName(name)}: 1 }`) as object)).toEqual([name])
  },
)

it.each([
  [null],
  [true],
  [-1.5],
  ['a\u2028"b'],
  [['a', [1], {}]],
  [JSON.parse('{ "__proto__": { "200": [] } }')],
])('%j is printed as the same value', (value) => {
  expect(valueOf(literalOf(value))).toEqual(value)
  expect(JSON.stringify(valueOf(literalOf(value)))).toBe(JSON.stringify(value))
})
