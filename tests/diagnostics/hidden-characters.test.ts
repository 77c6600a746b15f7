import { expect, test } from 'vitest'
import { paintedWithoutHidden, withoutHidden } from '../../diagnostics/index.js'

const hidden = [
  '\0',
  '\b',
  '\u007F',
  '\u0085',
  '\u061C',
  '\u200E',
  '\u200F',
  '\u2028',
  '\u202A',
  '\u202E',
  '\u2066',
  '\u2069',
]

test.each(hidden)('%j is escaped, and is the same in a literal', (character) => {
  const text = withoutHidden(`"a${character}b"`)
  expect(text).toMatch(/^"a\\u[\dA-F]{4}b"$/)
  expect(JSON.parse(text)).toBe(`a${character}b`)
  expect(paintedWithoutHidden(character)).toBe(withoutHidden(character))
})

test('white space, letters, joiners and emoji stay', () => {
  const text = 'a\t\r\n é 東京 👩\u200D💻 \uFE0F'
  expect(withoutHidden(text)).toBe(text)
})

test('colors stay on a terminal alone', () => {
  expect(withoutHidden('\u001B[31m')).toBe('\\u001B[31m')
  expect(paintedWithoutHidden('\u001B[31m')).toBe('\u001B[31m')
})
