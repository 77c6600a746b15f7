import { expect, test } from 'vitest'
import { readablePattern } from '../../../document/index.js'

test.each<[pattern: unknown, source: string | undefined, flags?: string]>([
  ['^a+$', '^a+$', 'u'],
  [String.raw`a\@b\-c`, 'a@b-c', 'u'],
  [String.raw`[a\-b\_]`, String.raw`[a\-b_]`, 'u'],
  ['a{', String.raw`a\{`, 'u'],
  ['{a}', String.raw`\{a\}`, 'u'],
  ['a{2}b{1,}', 'a{2}b{1,}', 'u'],
  [String.raw`{\_}`, String.raw`\{_\}`, 'u'],
  [String.raw`\c`, String.raw`\c`, ''],
  ['(', undefined],
  [1, undefined],
])('%j is read as %j', (pattern, source, flags = '') => {
  expect(readablePattern(pattern)).toEqual(source === undefined ? undefined : { source, flags })
})
