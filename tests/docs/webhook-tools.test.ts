import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mistakes } from '../../webhook/examine/mistakes.js'
import { root } from '../e2e/cli.js'

const page = readFileSync(join(root, 'docs/webhook-tools.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| (headers|time|secret|what is signed|body|digest|none of these) \|/.test(line))
const named = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, code]) => code))
const vectors = readFileSync(join(root, 'fixtures/webhooks/vectors.json'), 'utf8')

describe('the page of the tools for webhooks', () => {
  test('names every mistake, and none that does not exist', () => {
    expect(new Set(named)).toEqual(new Set(Object.keys(mistakes)))
  })

  // The one that --secret-as makes has a test of its own.
  test.each(Object.keys(mistakes).filter((code) => code !== 'secret-not-decoded'))(
    '%s has a delivery that shows it',
    (code) => {
      expect(vectors).toContain(`"${code}"`)
    },
  )
})
