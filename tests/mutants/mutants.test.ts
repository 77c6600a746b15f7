import { afterAll, expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import { records } from '../../payment/tables/records.js'
import { faultName, knownFaults } from '../../sandbox/index.js'
import { CodeFolder } from '../conformance/support/code.js'
import { findingLines } from '../conformance/support/examine.js'
import { examineSandbox } from './examine.js'
import { alsoBroken, shownBy, withoutFault } from './expected/index.js'

const code = new CodeFolder()
afterAll(() => code.remove())

test('the faultless sandbox has no findings', async () => {
  const report = await examineSandbox(code, [])
  expect(findingLines(report)).toEqual([])
})

test('every rule that is judged has a fault, or a reason why none can exist', () => {
  // Rules of kind `cases` are those of any service, and are proven in tests/conformance.
  const ofCases = new Set(registry.rules.filter(({ kind }) => kind === 'cases').map(({ id }) => id))
  const judged = registry.rules
    .filter(({ id, kind }) => kind !== 'open' && !ofCases.has(id))
    .map(({ id }) => id)
  const faulty = knownFaults.map(({ rule }) => rule).filter((rule) => !ofCases.has(rule))
  const covered = new Set([...faulty, ...Object.keys(withoutFault)])
  expect([...covered].toSorted(), 'write the fault of the same name in sandbox/faults/').toEqual(
    judged.toSorted(),
  )
})

test.each([
  ['SignedAutorampQuote', ''],
  ['Fee', 'fee.'],
] as const)('every required field of %s has a fault that leaves it out', (record, place) => {
  const required = records[record].fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  const known = new Set(knownFaults.map(({ does }) => does))
  const isLeftOut = (field: string): boolean => known.has(`leaves ${place}${field} out of the quote`)
  expect(
    required.filter((field) => !isLeftOut(field)),
    'name them in sandbox/faults/quote-fields.ts',
  ).toEqual([])
})

test('nothing is expected of a fault that does not exist', () => {
  const names = new Set(knownFaults.map(faultName))
  expect([...Object.keys(alsoBroken), ...Object.keys(shownBy)].filter((name) => !names.has(name))).toEqual([])
})
