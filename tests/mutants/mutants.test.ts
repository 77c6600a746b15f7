import { expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import { knownFaults } from '../../sandbox/index.js'
import { shownBy } from './shown-by.js'
import { mutants } from './variants/index.js'

/** Rules for which no fault can exist, each with the reason. */
const withoutFault: Readonly<Record<string, string>> = {
  'customers/new-terms':
    'no document has a control that publishes terms; tests/payment/wrongs.test.ts breaks it',
  'webhooks/abilities-changed':
    'no document has a control of rails; tests/payment/webhooks/wrongs.test.ts breaks it',
  'webhooks/transaction-refunded':
    'no document has a control of refunds; tests/payment/webhooks/wrongs.test.ts breaks it',
}

test('every rule that is judged has a fault, or a reason why none can exist', () => {
  // Rules of kind `cases` are those of any service, and are proven in tests/conformance.
  const ofCases = new Set(registry.rules.filter(({ kind }) => kind === 'cases').map(({ id }) => id))
  const judged = registry.rules
    .filter(({ id, kind }) => kind !== 'open' && !ofCases.has(id))
    .map(({ id }) => id)
  const faulty = mutants.map(({ rule }) => rule).filter((rule) => !ofCases.has(rule))
  const covered = new Set([...faulty, ...Object.keys(withoutFault)])
  expect(
    [...covered].toSorted(),
    'write a fault of that name in sandbox/faults/, or a variant in tests/mutants/variants/',
  ).toEqual(judged.toSorted())
})

test('every fault has a name of its own, and nothing is said of one that does not exist', () => {
  const names = mutants.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(Object.keys(shownBy).filter((name) => !names.includes(name))).toEqual([])
})

test('the sandbox names one fault of each rule that has one, and knows no others', () => {
  expect(knownFaults.filter(({ name, rule }) => name !== rule)).toEqual([])
  const further = mutants.filter(({ name, rule }) => name === rule)
  expect(further).toEqual(knownFaults)
})
