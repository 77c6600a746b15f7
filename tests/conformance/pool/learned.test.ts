import { expect, test } from 'vitest'
import type { Observed } from '../../../conformance/model/case.js'
import { Learned } from '../../../conformance/pool/learned.js'
import { seen, shop } from '../checks/shop.js'

const byRule = (one: Observed): Observed => ({ ...one, case: { ...one.case, expectation: 'unknown' } })

const json = (value: unknown) => ({ mediaType: 'application/json', value })

test.each<[string, Observed, number]>([
  ['a call that the document allows', seen('listItems', { call: { query: { limit: '5' } } }), 1],
  ['one that it does not', seen('listItems', { call: { query: { limit: '500' } } }), 0],
  ['one that was refused', seen('listItems', { status: 400 }), 0],
  ['a body that it does not allow', seen('createItem', { status: 201, call: { body: json({ no: 1 }) } }), 0],
])('cases start from calls of rules: %s', async (_, observed, count) => {
  const learned = new Learned(shop, {})
  learned.look(byRule(observed))
  expect(learned.accepted.of(observed.case.call.operation)).toEqual([])
  await learned.adopt()
  const [first] = learned.accepted.of(observed.case.call.operation)
  expect([first].filter((one) => one?.case.expectation === 'valid')).toHaveLength(count)
})

test("what rules created is the run's own", () => {
  const learned = new Learned(shop, {})
  learned.look(byRule(seen('createItem', { status: 201, body: '{"id":"7","name":"a"}', call: {} })))
  expect(learned.pool.created.map(({ path }) => path)).toEqual(['/items/7'])
})
