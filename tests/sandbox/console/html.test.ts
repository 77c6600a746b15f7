import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

import { curlOf, prettyJson } from '../../../sandbox/console/attempt.js'
import { visibleLine, visibleText } from '../../../sandbox/console/markup.js'

describe('text of somebody', () => {
  test.each([
    ['plain', 'plain'],
    ['<b>&"', '&lt;b&gt;&amp;&quot;'],
    // A family, a flag of stripes, flags of letters and of tags, a profession with a tone of skin.
    ['👨‍👩‍👧‍👦🏳️‍🌈🇩🇪🏴󠁧󠁢󠁳󠁣󠁴󠁿👩🏽‍🚀❤️', '👨‍👩‍👧‍👦🏳️‍🌈🇩🇪🏴󠁧󠁢󠁳󠁣󠁴󠁿👩🏽‍🚀❤️'],
    // Scripts that need joiners.
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['pay\u200Dpal', 'pay<span class="mark">U+200D</span>pal'],
    ['😀\u200D', '😀<span class="mark">U+200D</span>'],
    ['\u202Egnp.exe', '<span class="mark">U+202E</span>gnp.exe'],
    ['\u2066x\u2069', '<span class="mark">U+2066</span>x<span class="mark">U+2069</span>'],
    ['\u{E0041}\u{E0042}', '<span class="mark">U+E0041 U+E0042</span>'],
    ['\u0000\uD800\u3164', '<span class="mark">U+0000 U+D800 U+3164</span>'],
  ])('%j is shown as it is, and by numbers where it cannot be seen', (text, shown) =>
    expect(String(visibleText(text))).toBe(shown),
  )

  test.each([
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'abcd<span class="mark">… 1 more character</span>'],
    ['a'.repeat(1500), 4, 'aaaa<span class="mark">… 1,496 more characters</span>'],
    ['a😀b', 2, 'a<span class="mark">… 3 more characters</span>'],
  ])('%j is cut after %i', (text, length, shown) => expect(String(visibleText(text, length))).toBe(shown))

  test('has no elements where there is no room for them', () => {
    expect(visibleLine('a\u202Eb👨‍👩‍👧', 60)).toBe('a\uFFFDb👨‍👩‍👧')
    expect(visibleLine('abcdef', 3)).toBe('abc…')
  })
})

test.each([
  ['{"a":1.1,"b":[],"c":{}}', '{\n  "a": 1.1,\n  "b": [],\n  "c": {}\n}'],
  ['["A\\"],{"]', '[\n  "A\\"],{"\n]'],
  ['{"a":{"b":null}}', '{\n  "a": {\n    "b": null\n  }\n}'],
  ['{"a":1.10}', undefined],
  ['[1e400]', undefined],
  ['{"a":1,"a":2}', undefined],
  ['[12345678901234567890]', undefined],
  [' {"a" : {"b" :null} } ', undefined],
  ['{"a":1', undefined],
  ['12', undefined],
  ['<html>', undefined],
  [`${'['.repeat(512)}${']'.repeat(512)}`, undefined],
  [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, undefined],
])('JSON in lines %j', (text, pretty) => {
  expect(prettyJson(text)).toBe(pretty)
  if (pretty !== undefined) expect(JSON.parse(pretty)).toEqual(JSON.parse(text))
})

test('a command for a shell passes headers, body and URL on as they are', () => {
  const [body, url] = [`{"a":"it's $HOME \`id\` \\n \\" !"}`, "http://127.0.0.1:1/a?b=[1]&c='d'"]
  const headers = { 'content-type': 'application/json', 'content-length': '5', 'webhook-id': 'x' }
  const command = curlOf({ url, headers, body } as unknown as Parameters<typeof curlOf>[0])
  const printing = `curl() { printf '%s\\0' "$@"; }; ${command}`
  const words = execFileSync('sh', ['-c', printing], { encoding: 'utf8' }).split('\0').slice(0, -1)
  const sent = ['-H', 'content-type: application/json', '-H', 'webhook-id: x', '--data-binary', body]
  expect(words).toEqual(['--globoff', '-X', 'POST', ...sent, url])
})
