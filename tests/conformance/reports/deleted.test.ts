import { expect, test } from 'vitest'
import { renderHtml, renderJunit, renderText } from '../../../conformance/index.js'
import type { CreatedEntry } from '../../../conformance/model/report.js'
import { colorsFor } from '../../../bin/process/context.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'

const uuid = '9e73f2a7-975e-4725-92ef-ee16382dced9'
const at = (path: string): string => `https://api.example/api${path}`

const made = (operation: string, id: string, fate: CreatedEntry['fate'] = 'cancelled'): CreatedEntry => ({
  operation,
  id,
  fate,
  version: '2026-08-01',
})

const pet = made('POST /pets', '7')
const bank = made('POST /addresses/fiat', uuid)
const toy = made('POST /pets/{id}/toys', '7')

test.each([
  ['below a thing', [{ url: at('/pets/7/toys?limit=1') }], [pet], '7 (POST /pets)'],
  ['with its id in the query', [{ url: at(`/quote?account=${uuid}`) }], [bank], `${uuid} (POST /addresses/fiat)`],
  ['with its id in the body', [{ url: at('/quote'), sent: `{"account":"${uuid}"}` }], [bank], `${uuid} (POST /addresses/fiat)`],
  ['of a thing inside another', [{ url: at('/pets/3/toys/7') }], [pet, toy], '7 (POST /pets/{id}/toys)'],
  ['of a thing that was gone by itself', [{ url: at('/pets/7') }], [made('POST /pets', '7', 'gone')], '7 (POST /pets)'],
  ['of a thing that is still there', [{ url: at('/pets/7') }], [made('POST /pets', '7', 'kept')], undefined],
  ['of another thing with this number', [{ url: at('/owners/7') }], [pet], undefined],
  ['with the number as a limit', [{ url: at('/pets?limit=7') }], [pet], undefined],
  ['that did not find it', [{ url: at('/pets/7'), status: 404 }], [pet], undefined],
  ['after its deletion', [{ url: at('/pets/7'), method: 'DELETE' }, { url: at('/pets/7') }], [pet], undefined],
])('the request of a finding %s', (_, steps, created, things) => {
  const evidence = steps.map((step) => exchangeOf(step))
  const finding = { message: 'it is wrong', occurrences: 1, evidence, ...(evidence.length > 1 && { isSequence: true as const }) }
  const report = { ...reportOf([resultOf({ state: 'failed', findings: [finding] })]), created }
  const text = `create again what the run deleted, and put the new ids into the request: ${things}`
  for (const shown of [renderText(report, colorsFor(false)), renderJunit(report), renderHtml(report)]) {
    if (things === undefined) expect(shown).not.toContain('create again')
    else expect(shown).toContain(text)
  }
}) // prettier-ignore
