import { expect, test } from 'vitest'
import { peculiaritiesIn } from '../../../conformance/checks/deviations.js'
import type { Case, Observed } from '../../../conformance/model/case.js'
import { shrink } from '../../../conformance/shrink/shrink.js'
import { seen } from '../checks/shop.js'
import type { Row } from '../support/observed.js'
import { row } from '../../support/table.js'

const create = (value: unknown, row: Row = {}): Observed =>
  seen('createItem', { status: 500, send: value, ...row })

const large = {
  name: 'Nutcracker\0 Suite',
  kind: 'film',
  stock: 77,
  note: 'x\0',
  flag: true,
  vendorId: 'v',
  lines: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
}

const shown =
  (of: Observed, isShown: (value: Record<string, unknown>) => boolean, sent: unknown[] = []) =>
  async (candidate: Case): Promise<Observed | undefined> => {
    const value = candidate.call.body?.value
    sent.push(value)
    return isShown(value as Record<string, unknown>) ? { ...of, case: candidate } : undefined
  }

test.each<[string, unknown, (value: Record<string, unknown>) => boolean]>([
  row('nothing that is needed goes', { name: 'a' }, () => true),
  row('the value that shows it', { name: 'a', note: '\0' }, ({ note }) => String(note).includes('\0')),
  row(
    'the list that shows it',
    { name: 'a', lines: [{}, {}] },
    ({ lines }) => Array.isArray(lines) && lines.length > 1,
  ),
  row('the item that shows it', { name: 'a', lines: [{ text: 'three' }] }, ({ lines }) =>
    JSON.stringify(lines ?? '').includes('three'),
  ),
  row(
    'two members together',
    { name: 'a', kind: 'film', flag: true },
    ({ kind, flag }) => kind === 'film' && flag === true,
  ),
])('%s: the rest of a body is left out', async (_, smallest, isShown) => {
  const observed = create(large)
  const { case: left } = await shrink(observed, shown(observed, isShown), 200)
  expect(left.call.body?.value).toEqual(smallest)
})

test('of many members halves are left out first, because a request for each would be too many', async () => {
  const observed = create({
    name: 'a',
    lines: [Object.fromEntries(Array.from('abcdefghijklmnop', (one) => [one, true]))],
  })
  const isShown = ({ lines }: Record<string, unknown>): boolean =>
    /"b":true.*"c":true/.test(JSON.stringify(lines ?? ''))
  const { case: left } = await shrink(observed, shown(observed, isShown), 30)
  expect(left.call.body?.value).toEqual({ name: 'a', lines: [{ b: true, c: true }] })
})

test('only requests that are as right are tried, no more than wanted, and the same every time', async () => {
  const observed = create(large)
  const first: unknown[] = []
  const second: unknown[] = []
  for (const sent of [first, second])
    await shrink(
      observed,
      shown(observed, () => false, sent),
      17,
    )
  expect(first).toHaveLength(17)
  expect(second).toEqual(first)
  expect(first.every((value) => typeof (value as { name?: unknown }).name === 'string')).toBe(true)
})

test('of a large request no more smaller ones are thought of than in a moment', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => ({ text: `line ${index}`, more: [index] }))
  const observed = create({ ...large, lines })
  const sent: unknown[] = []
  const shows = shown(observed, () => false, sent)
  await shrink(observed, shows, Infinity)
  expect(sent.length).toBeGreaterThan(100)
  expect(sent.length).toBeLessThanOrEqual(2_000)
})

test('a deviation stays what it is, and everything else gets smaller', async () => {
  const observed = create({ ...large, stock: 1000 }, { wrong: ['body', '/stock', 'maximum'] })
  const { case: left } = await shrink(
    observed,
    shown(observed, () => true),
    200,
  )
  expect(left.call.body?.value).toEqual({ name: 'a', stock: 1000 })
})

test('peculiarities that are not needed are gone', async () => {
  const observed = create(large)
  const some = await shrink(
    observed,
    shown(observed, ({ note }) => String(note).includes('\0')),
    200,
  )
  expect(peculiaritiesIn(some.case)).toEqual([{ kind: 'nul', in: 'body', at: '/note' }])
  const none = await shrink(
    observed,
    shown(observed, () => true),
    200,
  )
  expect(peculiaritiesIn(none.case)).toEqual([])
})

test('parameters that are not needed are left out', async () => {
  const query = { limit: 7, sort: 'name', q: 'abc' }
  const observed = seen('listItems', { status: 500, query, header: { 'X-Trace': 'on' } })
  const shows = async (candidate: Case) =>
    'q' in candidate.call.query ? { ...observed, case: candidate } : undefined
  const { case: left } = await shrink(observed, shows, 50)
  expect([left.call.query, left.call.header]).toEqual([{ q: 'a' }, {}])
})

test.each([true, false])(
  'another media type is asked for only where that is needed: %j',
  async (isNeeded) => {
    const observed = seen('listItems', { status: 500, accept: 'text/csv' })
    const shows = async (candidate: Case) =>
      isNeeded && candidate.call.accept === undefined ? undefined : { ...observed, case: candidate }
    const { case: left } = await shrink(observed, shows, 50)
    expect(left.call.accept).toBe(isNeeded ? 'text/csv' : undefined)
  },
)

test('what a link led to is left as it is', async () => {
  const observed = seen('listItems', { status: 500, target: '/items?cursor=x' })
  expect(await shrink(observed, async () => observed, 50)).toBe(observed)
})

test('values that are peculiar for no reason become plain, though nothing is smaller', async () => {
  const observed = create({ name: 'a', lines: [], note: null, stock: 0 })
  const needed = ['name', 'lines', 'note', 'stock']
  const all = (value: Record<string, unknown>) => needed.every((name) => name in value)
  const { case: plain } = await shrink(observed, shown(observed, all), 200)
  expect(plain.call.body?.value).toEqual({ name: 'a', lines: [{}], note: 'a', stock: 1 })
  expect(peculiaritiesIn(plain).map(({ kind }) => kind)).toEqual(['empty-object'])
  const { case: odd } = await shrink(
    observed,
    shown(observed, ({ note }) => note === null),
    200,
  )
  expect(peculiaritiesIn(odd)).toEqual([{ kind: 'null', in: 'body', at: '/note' }])
})

test('an odd value of a path becomes that of a thing that is there', async () => {
  const observed = seen('getItem', { status: 500, path: { id: `O'Brien "x"` } })
  const shows = async (candidate: Case) => ({ ...observed, case: candidate })
  const { case: left } = await shrink(observed, shows, 50, () => ['7'])
  expect([left.call.path, peculiaritiesIn(left)]).toEqual([{ id: '7' }, []])
  const { case: other } = await shrink(observed, shows, 50)
  expect(other.call.path).toEqual({ id: 'a' })
})
