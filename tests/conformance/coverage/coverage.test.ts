import { describe, expect, test } from 'vitest'
import { Coverage, Judgements, pointWords } from '../../../conformance/coverage/coverage.js'
import { OperationRecord, whatMoreTimeWouldBuy } from '../../../conformance/coverage/operation-record.js'
import { coverageLines } from '../../../conformance/reports/summary/coverage-lines.js'
import { exploredApi } from '../../support/explored-api.js'
import { largeDocument } from '../../support/large-document.js'
import { seen, shop } from '../checks/shop.js'
import { createPet, deletePet, getPet, listPets, observedOf, pets } from '../reports/pets.js'
import { observed } from '../support/observed.js'
import { tableIn } from '../../support/table.js'

type Rest = Parameters<typeof observedOf> extends [unknown, ...infer Rest] ? Rest : never

const operations = { listPets, createPet, getPet, deletePet }

const tables = tableIn<{
  readonly more: [string, number, Record<string, number[]>[], string][]
  readonly points: [string, string][]
  readonly reached: {
    readonly what: string
    readonly calls: [keyof typeof operations, ...Rest][]
    readonly hindered?: Readonly<Record<string, string>>
    readonly anonymous?: keyof typeof operations
    readonly reached: object
  }[]
  readonly statuses: [string, readonly number[], string | undefined, 'delete'?][]
}>(import.meta.dirname, 'coverage.yaml')

const coverageOf = () => new Coverage(pets)

const limited = { query: { limit: 1 } }
test.each(tables.reached.map((row) => [row.what, row] as const))('requests reach %s', (_, row) => {
  const coverage = new Coverage(pets, (operation) => operation.operationId === row.anonymous)
  for (const [name, ...rest] of row.calls) coverage.reach(observedOf(operations[name], ...rest))
  for (const [name, why] of Object.entries(row.hindered ?? {}))
    coverage.hinder(Reflect.get(operations, name), why)
  expect(coverage.summary()).toMatchObject(row.reached)
})

test('the items of streams reach what responses may hold', () => {
  const coverage = new Coverage(shop)
  const reached = () => coverage.summary().responses.reached
  coverage.reach(seen('changes', { type: 'application/jsonl', body: '{"id":1}\n' }))
  const one = reached()
  coverage.reach(seen('changes', { type: 'application/jsonl', body: '{"id":1}\n{"id":2,"name":"a"}\n' }))
  expect([one > 0, reached() > one]).toEqual([true, true])
})

test('a page shows a service where the operation declares it, not another method', async () => {
  const responses = { '200': { description: 'done', content: { 'text/html': {} } } }
  const paths = { '/': { get: { operationId: 'home', responses } } }
  const site = await exploredApi({ paths })
  const [home] = site.operations
  const isServed = (method?: 'post'): boolean => {
    const judgements = new Judgements()
    const row = { type: 'text/html', body: '<!doctype html><p>Log in', ...(method && { method }) }
    if (home) judgements.add('answers/status', observed(site, home, row))
    return judgements.unserved === undefined
  }
  expect([isServed(), isServed('post')]).toEqual([true, false])
})

test('parameters that requests do not send are not counted', async () => {
  const parameters = ['Accept', 'X-Tenant'].map((name) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
  }))
  const paths = { '/': { get: { parameters, responses: { 200: { description: 'done' } } } } }
  const api = await exploredApi({ paths })
  const { missing } = new Coverage(api).summary().parameters
  expect(missing).toEqual(['GET /: header X-Tenant', 'GET /: without header X-Tenant'])
})

describe('a document with many operations', () => {
  /** The number of schemas that are looked up when coverage is opened, and when it is summed up. */
  const lookedUp = async (operations: number): Promise<readonly [number, number]> => {
    const { surface, ...api } = await exploredApi(JSON.stringify(largeDocument(operations)))
    let count = 0
    const schemas = new Proxy(surface.schemas, {
      get: (target, name) => (count++, Reflect.get(target, name)) as unknown,
    })
    const coverage = new Coverage({ ...api, surface: { ...surface, schemas } })
    const opened = count
    coverage.summary()
    return [opened, count - opened]
  }

  test('has its schemas looked up for what is counted, and as often as there are some', async () => {
    const [[opened, small], [, large]] = [await lookedUp(100), await lookedUp(400)]
    expect(opened).toBe(0)
    expect(large / small).toBeLessThanOrEqual(4)
  })

  test('has each of them counted by its reason, and a few named', async () => {
    const api = await exploredApi(JSON.stringify(largeDocument(600)))
    const [operations] = coverageLines(new Coverage(api).summary(), 1)
    expect(operations?.missing).toEqual(['600 the run did not come to it: GET /area0/things0, and 599 more'])
  })
})

test.each(tables.points)('%s is %s in words', (point, words) => {
  const record = new OperationRecord(listPets, false)
  expect(pointWords(pets.document, record.keyOf(point), record)).toBe(words)
})

describe('operations', () => {
  test.each(tables.statuses)('with %s', (_case, statuses, reason, method) => {
    const coverage = coverageOf()
    for (const status of statuses) coverage.reach(observedOf(method ? deletePet : getPet, { status }))
    const missing = coverage
      .summary()
      .operations.missing.find(({ operation }) => operation === `${method ? 'DELETE' : 'GET'} /pets/{petId}`)
    expect(missing?.reason).toBe(reason)
  })

  test('that were not called get more time first, then those with most left, then those that never work', () => {
    const coverage = coverageOf()
    for (let call = 0; call < 8; call += 1) {
      coverage.reach(observedOf(listPets, {}, limited))
      coverage.reach(observedOf(createPet, { status: 201 }))
      coverage.reach(observedOf(getPet, { status: 404 }))
    }
    const order = coverage.leastReached().map(({ operationId }) => operationId)
    expect(order).toEqual(['deletePet', 'createPet', 'listPets', 'getPet'])
  })
})

describe('answers', () => {
  const reached = (body: unknown): string[] => {
    const coverage = coverageOf()
    const before = coverage.summary().responses
    coverage.reach(observedOf(getPet, { body: JSON.stringify(body) }))
    const { missing } = coverage.summary().responses
    return before.missing.filter((one) => !missing.includes(one))
  }

  test('reach the members, values and branches that stand in them', () =>
    expect(reached({ id: 1, kind: 'dog', owner: { city: 'Graz' } })).toEqual([
      'Pet.id',
      'Pet.kind',
      'Pet.owner',
      'Pet.kind "dog"',
      'Pet.owner oneOf 1',
      'Shelter.city',
    ]))

  test('that are not what was declared reach nothing', () => {
    expect(reached('a text')).toEqual([])
    expect(reached({ constructor: 1, __proto__: 2, toString: 3 })).toEqual([])
  })

  test('need not have what is only written, nor leave out what may be absent', () => {
    const { missing } = coverageOf().summary().responses
    expect(missing).toContain('Pet.nickname')
    expect(missing.filter((one) => /secret|absent/.test(one))).toEqual([])
  })

  test('of a schema that leads to itself end', () => {
    let value: unknown = { id: 1 }
    for (let depth = 0; depth < 150; depth += 1) value = { parent: value }
    expect(reached(value)).toEqual(['Pet.parent'])
  })
})

/** Coverage of operations by what they answered; those that are not named succeeded. */
const answeredBy = (statuses: Readonly<Record<string, readonly number[]>>) => {
  const coverage = coverageOf()
  for (const operation of [listPets, createPet, getPet, deletePet])
    for (const status of statuses[operation.operationId] ?? [200])
      coverage.reach(observedOf(operation, { status }))
  return coverage.summary()
}

test.each(tables.more)('more time %s', (_case, left, statuses, sentence) =>
  expect(whatMoreTimeWouldBuy(left, statuses.map(answeredBy))).toBe(sentence),
)
