import { expect, test } from 'vitest'
import type { Observed } from '../../../conformance/model/case.js'
import { Learned, AcceptedCalls } from '../../../conformance/pool/learned.js'
import { seen, shop } from '../checks/shop.js'
import type { Row } from '../support/observed.js'

const create = (value: object) => seen('createItem', { status: 201, send: value })

test('of the calls that were carried out the last ones are kept, and the smallest', () => {
  const accepted = new AcceptedCalls()
  const all = [{ name: 'a' }, ...[1, 2, 3, 4].map((stock) => ({ name: 'b', stock, kind: 'film' }))].map(
    create,
  )
  for (const one of all) accepted.look(one)
  const [first] = all
  if (!first) throw new RangeError('none')
  const kept = accepted.of(first.case.call.operation)
  expect(kept.map((one) => all.indexOf(one))).toEqual([4, 3, 2, 0])
})

test.each<[string, Row]>([
  ['of another method', { method: 'put' }],
  ['of a link', { target: '/items?cursor=x' }],
  ['that was redirected', { status: 302 }],
  ['that was refused', { status: 400 }],
  ['without a response', { noAnswer: 'broken' }],
])('a call %s is not kept', (_, row) => {
  const accepted = new AcceptedCalls()
  const one = seen('listItems', row)
  accepted.look(one)
  expect(accepted.of(one.case.call.operation)).toEqual([])
})

const byRule = (one: Observed): Observed => ({ ...one, case: { ...one.case, expectation: 'unknown' } })

test.each<[string, Observed, number]>([
  ['a call that the document allows', seen('listItems', { query: { limit: '5' } }), 1],
  ['one that it does not', seen('listItems', { query: { limit: '500' } }), 0],
  ['one that was refused', seen('listItems', { status: 400 }), 0],
  ['a body that it does not allow', create({ no: 1 }), 0],
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
  learned.look(byRule(seen('createItem', { status: 201, body: '{"id":"7","name":"a"}' })))
  expect(learned.pool.created.map(({ path }) => path)).toEqual(['/items/7'])
})
