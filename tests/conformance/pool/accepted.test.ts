import { expect, test } from 'vitest'
import { AcceptedCalls } from '../../../conformance/pool/learned.js'
import { seen } from '../checks/shop.js'

const create = (value: object) =>
  seen('createItem', { status: 201, call: { path: {}, body: { mediaType: 'application/json', value } } })

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
