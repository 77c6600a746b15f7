import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../e2e/cli.js'

const page = readFileSync(join(root, 'docs/webhook-tools.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| (headers|time|secret|what is signed|body|digest|none of these) \|/.test(line))
const named = rows.flatMap((row) => [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, code]) => code))
const vectors = readFileSync(join(root, 'fixtures/webhooks/vectors.json'), 'utf8')

test('the page of the tools for webhooks names every mistake that a delivery shows, and none besides', () => {
  const shown = [...vectors.matchAll(/"mistakes": \[([^\]]*)\]/g)].flatMap(([, codes = '']) =>
    [...codes.matchAll(/"([a-z0-9-]+)"/g)].map(([, code]) => code),
  )
  // The output of --secret-as has a separate test.
  expect(new Set(named)).toEqual(new Set([...shown, 'secret-not-decoded']))
})
