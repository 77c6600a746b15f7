import { expect, test } from 'vitest'
import { bugText, problemLines } from '../../../bin/output/report-failure.js'
import { colorsFor } from '../../../bin/process/context.js'

const key = 'k3y_live-4f9c/7d2e'

test.each([
  ['the usual variable', [], { RAMPART_API_KEY: key }],
  ['one that the command line names', ['test', '--api-key-env', 'MINE'], { MINE: key }],
  ['one that is named behind an equals sign', ['test', '--api-key-env=MINE'], { MINE: key }],
])('an error that nobody foresaw shows no key of %s', (_case, args, env) => {
  const error = new RangeError(`Invalid regular expression: /${encodeURIComponent(key)}|${key}/`)
  const text = bugText(error, args, env)
  expect(text).toMatch(
    /^This is a bug in rampart .*\nRangeError: Invalid regular expression: \/\[redacted\]/s,
  )
  expect(text).toContain('report-failure.test.ts')
  expect(text).not.toContain('4f9c')
})

test('a line break in a document begins no line of the report', () => {
  const where = { file: 'api.json', pointer: '#/a\nb' }
  const lines = problemLines(
    { code: 'DOCUMENT_INVALID', severity: 'error', message: 'c\r\nd', where },
    colorsFor(false),
  )
  expect(lines).toEqual(['  - c\\u{d}\\u{a}d', '    api.json #/a\\u{a}b'])
})
