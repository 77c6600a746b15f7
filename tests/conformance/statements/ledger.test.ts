import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue, ledger, renderCoverage } from '../../../conformance/index.js'

const judgedIds = ledger.flatMap((statement) => ('rules' in statement ? statement.rules : []))

describe('the ledger', () => {
  test('names rules that exist', () => {
    const known = new Set(catalogue.map(({ id }) => id))
    expect(judgedIds.filter((id) => !known.has(id))).toEqual([])
  })

  test('has a statement for every rule that the specification gives rise to', () => {
    const named = new Set(judgedIds)
    // What any document says of any operation follows from the document, whatever the specification holds.
    const specified = catalogue.filter(({ id }) => !/^(documents|operations)\//.test(id))
    const missing = specified.filter(({ id, kind }) => kind !== 'open' && !named.has(id))
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  test('gives every statement a rule or a reason', () => {
    const bare = ledger.filter((one) => ('rules' in one ? one.rules.length === 0 : one.why.length < 10))
    expect(bare).toEqual([])
  })

  test('says nothing twice', () => {
    const keys = ledger.map(({ section, says }) => `${section}: ${says}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test('is what docs/coverage.md shows; `npx vitest run tests/conformance/ledger -u` rewrites it', async () => {
    const page = resolve(import.meta.dirname, '../../../docs/coverage.md')
    await expect(renderCoverage(ledger, catalogue)).toMatchFileSnapshot(page)
  })
})
