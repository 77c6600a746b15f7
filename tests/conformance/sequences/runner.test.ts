import { expect, test } from 'vitest'
import { objectBody } from '../../../conformance/exchange/reading.js'
import type { Api, Observed } from '../../../conformance/model/case.js'
import { isObject, objectOf } from '../../../document/index.js'
import { type GivenValues, Stopped } from '../../../conformance/model/explorer.js'
import { exploreState } from '../../../conformance/sequences/runner.js'
import { exploredApi } from '../../support/explored-api.js'
import { TestExplorer } from '../../support/inventory/explorer.js'
import { type FaultName, inventoryFaults, oddities, type Oddity } from '../../support/inventory/faults.js'
import { numberFor } from '../../support/draw.js'
import { rowsOf, sampleOf } from '../../support/whole.js'
import { inventoryDocument, inventoryWith } from '../../support/inventory/service.js'

const api = await exploredApi(inventoryDocument)

/** The operations that show a fault, and those that create what they need; others would only take time. */
const operationsFor = (fault: FaultName): Api['operations'] => {
  if (
    /^(page is|PUT changes|deletion is|PUT keeps|long lists|an outdated|an ETag|deletion of a parent|use after|reading deletes)/.test(
      fault,
    )
  )
    return api.operations.filter(({ path }) => path.startsWith('/warehouses'))
  if (fault === 'filter by reference is ignored' || fault.includes(' of events ')) return api.operations
  if (fault.startsWith('cursor')) return api.operations.filter(({ path }) => path.startsWith('/tags'))
  const isNeeded = (path: string, method: string): boolean => path === '/warehouses' && method === 'post'
  return api.operations.filter(({ path, method }) => path.startsWith('/articles') || isNeeded(path, method))
}

const explored = async (
  faults: readonly (FaultName | Oddity)[],
  rounds = 1,
  pauseMs = 0,
  operations = api.operations,
): Promise<TestExplorer> => {
  const explorer = new TestExplorer({ ...api, operations }, inventoryWith(...faults))
  for (let round = 0; round < rounds; round++) await exploreState(explorer, explorer.pool, { round, pauseMs })
  return explorer
}

test('a right service breaks nothing, and every rule about state is judged', async () => {
  const explorer = await explored([], 2)
  expect(explorer.violations.map(({ message }) => message)).toEqual([])
  expect([...explorer.judgements].toSorted()).toEqual([
    'state/filters',
    'state/gone',
    'state/links',
    'state/listed',
    'state/paging',
    'state/readable',
    'state/refused',
    'state/safe-methods',
    'state/updated',
  ])
})

// When a change of it is meant: npx vitest run tests/conformance/sequences -u
test('what is sent to a right service, one request after the other', async () => {
  const explorer = new TestExplorer(api, inventoryWith(), { concurrency: 1 })
  for (let round = 0; round < 2; round++) await exploreState(explorer, explorer.pool, { round, pauseMs: 0 })
  const lines = explorer.sent.map(({ case: { call }, exchange: { request, response } }) => {
    const parts = [call.query, call.header, objectOf(call.body?.value)].map((one) => Object.keys(one).join())
    return [request.method, call.operation.path, response.status, ...parts].join(' ').trimEnd()
  })
  const repeats = (line: string, at: number): number =>
    lines.findIndex((one, next) => next > at && one !== line) - at
  const shown = lines.flatMap((line, at) =>
    line === lines[at - 1] ? [] : [repeats(line, at) > 1 ? `${line} (${repeats(line, at)} times)` : line],
  )
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('golden/sent.txt')
})

test.each(['PUT PATCH', 'DELETE'])('a %s that failed may have had its effect', async (methods) => {
  const service = inventoryWith()
  let changes = 0
  service.addHook('onSend', async ({ method }, reply, body) => {
    if (methods.includes(method) && changes++ % 2 === 0) reply.code(500)
    return body
  })
  const explorer = new TestExplorer({ ...api, operations: operationsFor('page is ignored') }, service)
  for (let round = 0; round < 6; round++) await exploreState(explorer, explorer.pool, { round, pauseMs: 0 })
  const messages = new Set(explorer.violations.map(({ message }) => message))
  expect([...messages]).toEqual(['it fails'])
})

test('a service that answers reads with 429 shows nothing about its things', async () => {
  const service = inventoryWith()
  service.addHook('onRequest', async ({ method }, reply) =>
    method === 'GET' ? reply.code(429).send() : undefined,
  )
  const explorer = new TestExplorer(api, service)
  for (let round = 0; round < 2; round++) await exploreState(explorer, explorer.pool, { round, pauseMs: 0 })
  expect(explorer.violations).toEqual([])
  // Things that are created side by side have ids of their own, which no read has to show.
  expect([...explorer.judgements]).toEqual(['state/readable'])
})

test.each(sampleOf(Object.entries(inventoryFaults) as [FaultName, string][], 0.3))(
  'each fault is found by its rule alone %s: %s',
  async (fault, rule) => {
    // Filters are only testable where things happen to differ.
    const rounds = fault === 'filter by reference is ignored' ? 2 : 1
    const { violations, doubts } = await explored([fault], rounds, 0, operationsFor(fault))
    expect(
      [...new Set(violations.map((one) => one.rule))],
      JSON.stringify(violations.map((one) => one.message)),
    ).toEqual([rule])
    for (const { steps } of violations) expect(steps.length).toBeGreaterThan(0)
    expect([...doubts.keys()]).toEqual([])
  },
)

const still = 'what DELETE /articles/{id} deleted is still read as it was'

test.each([
  [['deleted thing is read', 'deleted thing is listed'], [still]],
  [
    ['PATCH is answered and not stored'],
    ['after PATCH /articles/{id} "title" is read with a different value than the response showed'],
  ],
  [
    ['PATCH is answered and not stored', 'pages repeat a thing'],
    [
      'after PATCH /articles/{id} "title" is read with a different value than the response showed',
      'GET /articles shows a thing on two pages',
    ],
  ],
  // What is not read as it was created gets no further sequences.
  [
    ['creation reads back with another value', 'pages repeat a thing'],
    ['"title" is read with a different value than POST /articles was sent and answered with'],
  ],
] as [FaultName[], string[]][])('one cause is reported once: %j', async (faults, messages) => {
  const operations = api.operations.filter(({ path, method }) => path !== '/tags' && method !== 'put')
  const { violations } = await explored(faults, 1, 0, operations)
  expect(violations.map(({ message }) => message)).toEqual(messages)
})

test('what is seen once stays a doubt where the run ends before it is confirmed', async () => {
  const operations = operationsFor('creation is not stored')
  const explorer = new TestExplorer({ ...api, operations }, inventoryWith('creation is not stored'))
  explorer.confirm = () => Promise.reject(new Stopped('nothing more is sent'))
  await expect(exploreState(explorer, explorer.pool, { pauseMs: 0 })).rejects.toThrow(Stopped)
  expect(explorer.violations).toEqual([])
  expect([...explorer.doubts.values()].map(({ rule }) => rule)).toContain('state/readable')
})

test.each([
  [[], false, []],
  [['deleted thing is read'], false, [still]],
  // What was changed since its creation, such as cancelled, may stay as it is.
  [['deleted thing is read'], true, []],
] as [FaultName[], boolean, string[]][])(
  'what sequences cannot create is deleted where the run created it: %j, changed %j',
  async (faults, isChanged, messages) => {
    const service = inventoryWith(...faults)
    let isClosed = false
    service.addHook('onRequest', async ({ method }, reply) =>
      isClosed && method === 'POST' ? reply.code(400).send() : undefined,
    )
    const operations = operationsFor('deleted thing is read')
    const explorer = new TestExplorer({ ...api, operations }, service)
    const send = async (name: string, given: GivenValues = {}): Promise<Observed | undefined> => {
      const operation = operations.find(({ method, path }) => `${method} ${path}` === name)
      const made = operation && (await explorer.validCase(operation, given))
      return made && explorer.send(made)
    }
    for (let count = 0; count < 3; count++) {
      const made = await send('post /articles')
      const path = { id: made && objectBody(made.exchange)['id'] }
      if (isChanged) await send('patch /articles/{id}', { path, body: { title: 'another' } })
    }
    isClosed = true
    await exploreState(explorer, explorer.pool, { pauseMs: 0 })
    expect(explorer.violations.map(({ message }) => message)).toEqual(messages)
    expect(explorer.judgements.has('state/gone')).toBe(!isChanged)
  },
)

const someOddities = rowsOf(oddities, (name) => numberFor('oddity', name) < 0.25)

test.each(someOddities)('what a service may do breaks nothing %s', async (oddity) => {
  const { violations } = await explored([oddity], 1, 40)
  expect(violations.map(({ message }) => message)).toEqual([])
})

/** Explores a changed inventory, limited to paths with a prefix. */
const exploredBelow = async (
  path: string,
  change: object,
  service: ReturnType<typeof inventoryWith>,
): Promise<TestExplorer> => {
  const changed = await exploredApi({ ...inventoryDocument, ...change })
  const operations = changed.operations.filter((one) => one.path.startsWith(path))
  const explorer = new TestExplorer({ ...changed, operations }, service)
  await exploreState(explorer, explorer.pool, { round: 0, pauseMs: 0 })
  return explorer
}

/** The inventory as a service that changes articles by POST. */
const changedByPost = async (...faults: FaultName[]): Promise<TestExplorer> => {
  const { paths: documented } = inventoryDocument as {
    readonly paths: Record<string, Record<string, object>>
  }
  const { put: _put, patch, ...others } = documented['/articles/{id}'] ?? {}
  const paths = { ...documented, '/articles/{id}': { ...others, post: patch } }
  const service = inventoryWith(...faults)
  service.post('/articles/:id', async ({ url, headers, body }, reply) => {
    const { statusCode, payload } = await service.inject({
      method: 'PATCH',
      url,
      headers,
      payload: body as object,
    })
    return reply.code(statusCode).header('content-type', 'application/json').send(payload)
  })
  return exploredBelow('/articles', { paths }, service)
}

/** The inventory as a service that takes merge patches, and may keep what they set to null. */
const merged = async (keeps: boolean): Promise<TestExplorer> => {
  const type = 'application/merge-patch+json'
  const { paths } = structuredClone(inventoryDocument) as {
    readonly paths: Record<string, Record<string, { requestBody: { content: Record<string, unknown> } }>>
  }
  const { requestBody } = paths['/articles/{id}']?.['patch'] ?? {}
  if (requestBody) requestBody.content = { [type]: requestBody.content['application/json'] }
  const service = inventoryWith()
  service.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) => {
    const sent = JSON.parse(String(body)) as unknown
    const entries = Object.entries(objectOf(sent)).filter(([, value]) => !keeps || value !== null)
    done(null, isObject(sent) ? Object.fromEntries(entries) : sent)
  })
  return exploredBelow('/articles', { paths }, service)
}

test.each([
  [false, []],
  [true, ['after PATCH /articles/{id} "note" has its old value, though a merge patch with null removes it']],
])('what a merge patch sets to null is removed, unless the service keeps it: %j', async (keeps, messages) => {
  const { violations } = await merged(keeps)
  expect(violations.map(({ message }) => message)).toEqual(messages)
})

/** The inventory as a service whose articles can be listed, and not read one by one. */
const unread = async (...faults: FaultName[]): Promise<TestExplorer> => {
  const { paths } = structuredClone(inventoryDocument) as {
    readonly paths: Record<string, Record<string, { responses: Record<string, { links?: object }> }>>
  }
  delete paths['/articles/{id}']?.['get']
  delete paths['/articles']?.['post']?.responses['201']?.links
  return exploredBelow('/articles', { paths }, inventoryWith(...faults))
}

/** The same inventory, in whose list an article differs from the one at its creation. */
const placed = async (...faults: FaultName[]): Promise<TestExplorer> => {
  const { paths, components } = structuredClone(inventoryDocument) as {
    readonly paths: Record<string, Record<string, { responses: Record<string, { links?: object }> }>>
    readonly components: { schemas: Record<string, { required?: string[]; properties?: object }> }
  }
  delete paths['/articles/{id}']?.['get']
  delete paths['/articles']?.['post']?.responses['201']?.links
  for (const name of ['Article', 'ArticleDraft']) {
    const schema = components.schemas[name]
    if (schema)
      schema.properties = { ...schema.properties, position: { type: 'integer', minimum: 1, maximum: 9 } }
    schema?.required?.push('position')
  }
  const service = inventoryWith(...faults)
  service.addHook('preSerialization', async (_request, _reply, payload) => {
    const isPlaced = Array.isArray(payload) && payload.every((one) => isObject(one) && 'position' in one)
    return isPlaced ? payload.map((one: object) => ({ ...one, position: 77 })) : payload
  })
  return exploredBelow('/articles', { paths, components }, service)
}

/** The inventory as a service that takes warehouses as members of their name, and refuses others. */
const wrapped = async (...faults: FaultName[]): Promise<TestExplorer> => {
  const { components } = inventoryDocument as { readonly components: { schemas: Record<string, object> } }
  const draft = {
    type: 'object',
    required: ['warehouse'],
    properties: { warehouse: components.schemas['WarehouseDraft'] ?? {} },
  }
  const service = inventoryWith(...faults)
  service.addHook('preValidation', async (request, reply) => {
    if (!/^\/warehouses(\/\d+)?$/.test(request.url) || request.body === undefined) return undefined
    const { warehouse, ...others } = request.body as Record<string, unknown>
    request.body = warehouse
    return isObject(warehouse) && Object.keys(others).length === 0
      ? undefined
      : reply.code(400).send({ message: 'refused' })
  })
  const schemas = { ...components.schemas, WarehouseDraft: draft }
  return exploredBelow('/warehouses', { components: { ...components, schemas } }, service)
}

test.each([
  ['POST on the path of a thing is judged as PATCH', [], [], changedByPost],
  [
    'POST on the path of a thing is judged as PATCH',
    ['PATCH changes nothing'],
    ['state/updated'],
    changedByPost,
  ],
  [
    'POST on the path of a thing is judged as PATCH',
    ['deleted thing is changed'],
    ['state/gone'],
    changedByPost,
  ],
  ['a body holds a thing in a member of its name', [], [], wrapped],
  ['a body holds a thing in a member of its name', ['PUT changes nothing'], ['state/updated'], wrapped],
  ['a list is judged by the response to a creation', [], [], unread],
  ['the place of a thing in a list shifts', [], [], placed],
  ['a list is judged by the response to a creation', ['list shows old values'], ['state/listed'], unread],
  [
    'a list is judged by the response to a creation',
    ['list misses what was created'],
    ['state/listed'],
    unread,
  ],
] as [string, FaultName[], string[], typeof wrapped][])('%s: %j', async (_, faults, rules, explore) => {
  const { violations, judgements } = await explore(...faults)
  expect([...new Set(violations.map(({ rule }) => rule))]).toEqual(rules)
  expect(judgements.has([unread, placed].includes(explore) ? 'state/listed' : 'state/updated')).toBe(true)
})
