import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  defineFixture,
  definePack,
  defineRule,
  type DefinedRule,
  type FixtureTools,
  type RuleObservation,
  type ScenarioTools,
} from '../../../bin/config/define-config.js'
import {
  assembleReport,
  type CredentialsFor,
  packsOf,
  type Plan,
  registryOf,
  type Registry,
  type Report,
  type RuleResult,
  run as runPlan,
} from '../../../conformance/index.js'
import type { Api } from '../../../conformance/model/case.js'
import { exploredApi } from '../../support/explored-api.js'
import { row, tableIn } from '../../support/table.js'
import { Shop, shopDocument } from './shop.js'

const tables = tableIn<{
  readonly rules: [string, object, string][]
  readonly packs: [string, (number | { name?: string; rules: unknown[] })[], string][]
}>(import.meta.dirname, 'packs.yaml')

const shop = new Shop()
let plan: Plan

beforeAll(async () => {
  const baseUrl = await shop.listen()
  const api = await exploredApi(JSON.stringify(shopDocument('1')), { baseUrl, version: 'shop' })
  plan = {
    baseUrl,
    specUrl: '',
    apis: [api],
    versions: ['shop'],
    supported: ['shop'],
    defaultVersion: null,
    rules: [],
    allowWrites: true,
    apiKeyEnv: '',
    timeoutMs: 2_000,
    patienceMs: 50,
    seed: 1,
    subjects: {},
    service: { known: { orderId: ['7'] } },
  }
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.faults.clear()
  shop.requests.length = 0
})

const credentials: CredentialsFor = (_, kind) => ({
  headers: kind === 'none' ? [] : [['x-api-key', kind === 'own' ? 'shop-key' : 'wrong']],
  query: [],
  cookies: [],
})
const keys = { apiKey: '', credentials, secrets: [[{ value: 'shop-key', mask: '[redacted]' }]] }

const text = { title: 'A rule', statement: 'Something holds.' }
const registryWith = (...rules: readonly DefinedRule[]): Registry =>
  registryOf(packsOf([definePack({ name: 'own', rules })], ['taken/id'], import.meta.dirname))

const reportOf = async (registry: Registry, more: Partial<Plan> = {}, budgetMs?: number): Promise<Report> => {
  const rules = registry.rules.map(({ id }) => id)
  const own = { ...plan, rules, ...more }
  const ended = await runPlan(registry, own, keys, budgetMs === undefined ? {} : { budgetMs })
  const { created, redact, isTimeUp } = ended
  const facts = { toolVersion: '', startedAt: new Date(0), durationMs: 0, created, redact, isTimeUp }
  return assembleReport(registry, own, ended, facts)
}

const run = async (...given: Parameters<typeof reportOf>): Promise<readonly RuleResult[]> =>
  (await reportOf(...given)).results

const one = async (rule: DefinedRule, more?: Partial<Plan>): Promise<RuleResult | undefined> =>
  (await run(registryWith(rule), more))[0]

const scenario = (steps: (tools: ScenarioTools) => Promise<void>): DefinedRule =>
  defineRule({ id: 'own/steps', ...text, run: steps })

/** The messages of a result, or the reason why there is none. */
const wordsOf = (result: RuleResult | undefined) =>
  result?.reason === undefined ? result?.findings.map(({ message }) => message) : [result.reason]

describe('a rule with steps', () => {
  test.each<[string, RuleResult['state'], RegExp | undefined, (tools: ScenarioTools) => Promise<void>]>([
    row('it holds', 'passed', undefined, async ({ call, expect: due }) =>
      due((await call('listOrders')).ok, 'no'),
    ),
    row('it does not', 'failed', /^no$/, async ({ call, expect: due }) =>
      due(!(await call('listOrders')).ok, 'no'),
    ),
    row(
      'it expects nothing',
      'not-applicable',
      /^not judged: the rule called neither expect nor violate$/,
      async ({ call }) => void (await call('listOrders')),
    ),
    row('it does nothing', 'not-applicable', undefined, async () => undefined),
    row('it expects something without a call', 'not-applicable', undefined, async ({ expect: due }) =>
      due(true, 'no'),
    ),
    row('it skips', 'skipped', /^not here$/, async ({ skip }) => skip('not here')),
    row('it does not apply', 'not-applicable', /^none$/, async ({ notApplicable }) => notApplicable('none')),
    row(
      'it throws',
      'failed',
      /^the rule itself failed: SyntaxError: .* \(own-rules\.test\.ts:\d+:\d+\)$/,
      async () => JSON.parse('{'),
    ),
    row('it throws no error', 'failed', /it threw text$/, async () => Promise.reject('text')),
    row(
      'it calls an unknown operation',
      'failed',
      /no document has an operation "listOrder"; did you mean "listOrders"\?/,
      async ({ call }) => void (await call('listOrder')),
    ),
    row(
      'it leaves a value of the path out',
      'failed',
      /the path of getOrder needs "id"/,
      async ({ call }) => void (await call('getOrder')),
    ),
    row(
      'it names a value that no path has',
      'failed',
      /of getOrder has no parameter "order"/,
      async (tools) => void (await tools.callUnchecked('getOrder', { path: { order: 1 } })),
    ),
    row(
      'it does not wait for a call',
      'failed',
      /it ended while calls were pending; await each call/,
      async ({ call, expect: due }) => {
        void call('listOrders')
        due(true, 'no')
      },
    ),
    row('it expects a promise', 'failed', /expect got a promise/, async ({ call, expect: due }) =>
      due(call('listOrders') as unknown as boolean, 'no'),
    ),
    row('its message is not text', 'failed', /^\{"a":1\}$/, async ({ call, violate }) => {
      await call('listOrders')
      violate({ a: 1 } as unknown as string)
    }),
    row('it swallows the ending', 'passed', undefined, async ({ call, expect: due }) => {
      await call('getOrder', { path: { id: 'none' } }).catch(() => undefined)
      due(true, 'no')
    }),
  ])('when %s', async (_what, state, says, steps) => {
    const result = await one(scenario(steps))
    expect(result).toMatchObject({ id: 'own/steps', version: 'shop', section: 'own', title: 'A rule', state })
    if (says) expect(wordsOf(result)).toEqual([expect.stringMatching(says)])
  })

  test('that takes too long has failed', async () => {
    const rule = defineRule({
      id: 'own/slow',
      ...text,
      seconds: 0.05,
      run: () => new Promise<void>(() => undefined),
    })
    expect(await one(rule)).toMatchObject({
      state: 'failed',
      findings: [{ message: /did not end within 0.05 seconds/ }],
    })
  })

  test('is inconclusive where the service failed, also when that broke the rule', async () => {
    shop.faults.add('down')
    const rule = scenario(async ({ call, expect: due }) => {
      const { json } = await call('getOrder', { path: { id: '1' } })
      due((json as { items: unknown[] }).items.length > 0, 'no items')
    })
    expect(await one(rule)).toMatchObject({ state: 'inconclusive' })
  })

  test('writes only with leave, and what it creates is deleted', async () => {
    const rule = scenario(async ({ call, sample, expect: due }) => {
      const { status } = await call('createOrder', { body: sample('createOrder') })
      due(status === 201, 'not created')
    })
    expect(await one(rule, { allowWrites: false })).toMatchObject({ state: 'skipped', lacks: 'writes' })
    expect(shop.requests).toEqual([])
    expect(await one(rule)).toMatchObject({ state: 'passed' })
    expect(shop.requests.map(({ line }) => line)).toEqual([
      'POST /orders',
      'DELETE /orders/1',
      'GET /orders/1',
    ])
  })

  test('reads again what it created moments ago and does not find, and writes once', async () => {
    const seen: string[] = []
    const rule = scenario(async ({ call, sample }) => {
      const { json } = await call('createOrder', { body: sample('createOrder') })
      const path = { id: (json as { id: string }).id }
      for (const operation of ['deleteOrder', 'deleteOrder', 'getOrder']) await call(operation, { path })
      seen.push(...shop.requests.map(({ line }) => line.replace(/\W.*/, '')))
    })
    await one(rule)
    expect(seen.slice(0, 5)).toEqual(['POST', 'DELETE', 'DELETE', 'GET', 'GET'])
  })

  test('says in its calls what it wants, and no header of a version', async () => {
    const rule = scenario(async ({ call, callUnchecked, ids, expect: due }) => {
      const path = { id: String(ids['orderId']?.[0]) }
      due(
        (await call('getOrder', { path, credentials: 'wrong', headers: { 'X-Trace': 1 } })).status === 401,
        'no',
      )
      due(
        (
          await callUnchecked('listOrders', {
            query: { limit: [1, 'a b'], far: { x: 1 } },
            credentials: 'none',
          })
        ).status === 401,
        'no',
      )
    })
    expect(await one(rule)).toMatchObject({ state: 'passed' })
    expect(shop.requests).toMatchObject([
      { line: 'GET /orders/7', headers: { 'x-api-key': 'wrong', 'x-trace': '1' } },
      { line: 'GET /orders?limit=1&limit=a%20b&x=1' },
    ])
    expect(shop.requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-api-version')
    expect(shop.requests[1]?.headers).not.toHaveProperty('x-api-key')
  })

  test('shows no secret in what it says', async () => {
    const rule = scenario(async ({ call, violate }) => {
      await call('listOrders')
      violate('the key is shop-key')
    })
    expect(JSON.stringify(await one(rule))).not.toContain('shop-key')
  })
})

test('a bug that ends a run leaves nothing that the run created', async () => {
  const own = registryWith(scenario(async () => undefined))
  const breaks: Registry['rules'][number]['run'] = async (context) => {
    const operation = context.operation('post', '/orders')
    await context.call(operation, { body: { items: [{ price: 1, count: 1 }] } })
    throw new TypeError('a bug')
  }
  shop.orders.clear()
  const [rule] = own.rules
  const rules = rule ? [{ ...rule, run: breaks }] : []
  await expect(run({ ...own, rules })).rejects.toThrow('a bug')
  expect(shop.requests.map(({ line }) => line)).toContain('POST /orders')
  expect(shop.orders.size).toBe(0)
})

describe('a fixture', () => {
  const order = defineFixture('an order', async ({ call, sample, skip }) => {
    const created = await call('createOrder', { body: sample('createOrder') })
    return created.ok ? created.json : skip(`createOrder was answered ${created.status}`)
  })
  const user = (name: string, steps: (tools: ScenarioTools) => Promise<void>): DefinedRule =>
    defineRule({ id: `own/${name}`, ...text, run: steps })
  const creations = (): number => shop.requests.filter(({ line }) => line.startsWith('POST ')).length

  test('is made once for the rules of a version, and only where one asks', async () => {
    const asks = async ({ given, expect: due }: ScenarioTools): Promise<void> =>
      due((await given(order)) !== undefined, 'no order')
    const never = async ({ call, expect: due }: ScenarioTools): Promise<void> =>
      due((await call('listOrders')).ok, 'no list')
    await run(registryWith(user('neither', never)))
    expect(creations()).toBe(0)
    const results = await run(registryWith(user('one', asks), user('two', asks)))
    expect(results.map(({ state }) => state)).toEqual(['passed', 'passed'])
    expect(creations()).toBe(1)
  })

  test.each<[string, RuleResult['state'], string | undefined, (tools: FixtureTools) => Promise<unknown>]>([
    row('it skips', 'skipped', 'none is left', async ({ skip }) => skip('none is left')),
    row('it does not apply', 'not-applicable', 'no orders', async ({ notApplicable }) =>
      notApplicable('no orders'),
    ),
    row('it throws', 'failed', undefined, async () => JSON.parse('{')),
    row('it needs one that does not apply', 'not-applicable', 'a shop could not be made: no', ({ given }) =>
      given(defineFixture('a shop', async ({ notApplicable }) => notApplicable('no'))),
    ),
    row('it needs another that skips', 'skipped', 'a shop could not be made: closed', ({ given }) =>
      given(defineFixture('a shop', async ({ skip }) => skip('closed'))),
    ),
  ])('that ends because %s ends every rule that asks alike', async (_, state, why, make) => {
    const broken = defineFixture('a fixture', make)
    const asks = async ({ given, expect: due }: ScenarioTools): Promise<void> =>
      due((await given(broken)) !== undefined, 'nothing')
    const results = await run(registryWith(user('one', asks), user('two', asks)))
    const ending = { state, ...(why !== undefined && { reason: `a fixture could not be made: ${why}` }) }
    expect(results).toEqual([expect.objectContaining(ending), expect.objectContaining(ending)])
  })

  test('whose calls the service fails leaves its rules inconclusive, though it gives up', async () => {
    shop.faults.add('down')
    const asks = async ({ given, expect: due }: ScenarioTools): Promise<void> =>
      due((await given(order)) !== undefined, 'no order')
    const results = await run(registryWith(user('one', asks), user('two', asks)))
    expect(results.map(({ state }) => state)).toEqual(['inconclusive', 'inconclusive'])
  })

  test('with the name of another is a mistake', async () => {
    const other = defineFixture('an order', async () => 1)
    const rule = user('both', async ({ given, expect: due }) => {
      await given(order)
      due((await given(other)) === 1, 'another')
    })
    const result = await one(rule)
    expect(result).toMatchObject({ state: 'failed' })
    expect(JSON.stringify(result?.findings)).toContain('two fixtures are named')
  })

  test('may return an answer, which shows a violation', async () => {
    const answer = defineFixture('an answer', ({ call }) => call('listOrders'))
    const rule = user('shown', async ({ given, call, violate }) => {
      const shown = await given(answer)
      await call('createOrder', { body: { items: [{ price: 1, count: 1 }] } })
      violate('shown', { answer: shown })
    })
    expect((await one(rule))?.findings?.[0]?.evidence[0]?.request.method).toBe('GET')
  })
})

describe('a rule that looks on', () => {
  const traffic = scenario(async ({ call, expect: due }) => due((await call('listOrders')).ok, 'no'))
  const observing = (observe: (seen: RuleObservation) => unknown): DefinedRule =>
    defineRule({ id: 'own/looks', ...text, observe })

  test.each<[string, RuleResult['state'], RegExp | undefined, (seen: RuleObservation) => unknown]>([
    row('what it expects holds', 'passed', undefined, (seen) =>
      seen.expect(seen.response.status === 200, 'no'),
    ),
    row('it does not', 'failed', /^no$/, ({ violate }) => violate('no', { pointer: '/0' })),
    row('it says nothing', 'not-applicable', undefined, () => undefined),
    row('it is about an operation with this status', 'failed', /^this$/, (seen) => {
      if (seen.is('listOrders', 200)) seen.violate('this')
    }),
    row('it is about another status or operation', 'not-applicable', undefined, (seen) => {
      if (seen.is('listOrders', 404) || seen.is('createOrder', 200)) seen.violate('this')
    }),
    row(
      'it throws',
      'failed',
      /^the rule itself failed: TypeError: .*own-rules\.test\.ts:\d+:\d+\)$/,
      ({ response }) => void (response.json as { a: { b: number } }).a.b,
    ),
    row('it is asynchronous', 'failed', /remove async/, () => Promise.reject(new Error('late'))),
  ])('when %s', async (_what, state, says, observe) => {
    const results = await run(registryWith(traffic, observing(observe)))
    const result = results.find(({ id }) => id === 'own/looks')
    expect(result).toMatchObject({ state })
    if (says) expect(wordsOf(result)).toEqual([expect.stringMatching(says)])
  })

  test('cannot change what others see', async () => {
    const spoils = observing(({ response }) => void (response.json as unknown[]).push('spoilt'))
    const looks = defineRule({
      id: 'own/after',
      ...text,
      observe: ({ response, expect: due }) =>
        due(!response.text.includes('spoilt') && !JSON.stringify(response.json).includes('spoilt'), 'spoilt'),
    })
    const results = await run(registryWith(traffic, spoils, looks))
    expect(results.find(({ id }) => id === 'own/after')).toMatchObject({ state: 'passed' })
  })
})

test('rules that the time did not suffice for are skipped, and what was judged before stays', async () => {
  const waiting = (id: `own/${string}`, ms: number) =>
    defineRule({ id, ...text, run: async ({ call, expect: due }) => delay(ms).then(async () => due((await call('listOrders')).ok, 'no')) }) // prettier-ignore
  const rules = registryWith(waiting('own/a', 0), waiting('own/b', 1_200), waiting('own/c', 0))
  const states = (await run(rules, {}, 800)).map(({ state, reason, lacks }) => [state, reason, lacks].join())
  const cut = 'skipped,the time was up,time'
  expect(states).toEqual(['passed,,', cut, cut])
})

test('a rule does not apply to a version whose document lacks its operation, and cannot call after its end', async () => {
  const [shopApi] = plan.apis as readonly [Api]
  const surface = { ...shopApi.surface, operations: {} }
  const bare = { ...shopApi, version: 'bare', surface, operations: [] }
  let late: Promise<unknown> | undefined
  const steps = async ({ call, note, expect: due }: ScenarioTools): Promise<void> => {
    due((await call('listOrders')).ok, 'no')
    note('listed')
    late = delay(1).then(() => call('listOrders'))
  }
  const more = { apis: [shopApi, bare], versions: ['bare', 'shop'] }
  const results = await run(registryWith(scenario(steps)), more)
  const reason = 'the document of bare has no operation listOrders'
  expect(results).toMatchObject([{ state: 'not-applicable', reason }, { state: 'passed', notes: [{ message: 'listed' }] }]) // prettier-ignore
  await expect(late).rejects.toThrow('the rule has ended, so it cannot make further calls')
})

test.each([
  [undefined, 'passed'],
  ['bare', 'not-applicable'],
  ['unknown', 'passed'],
])('a call of version %j is that of its document, if there is one', async (version, state) => {
  const [shopApi] = plan.apis as readonly [Api]
  const bare = {
    ...shopApi,
    version: 'bare',
    surface: { ...shopApi.surface, operations: {} },
    operations: [],
  }
  const rule = scenario(async ({ callUnchecked, expect: due }) =>
    due((await callUnchecked('listOrders', { ...(version !== undefined && { version }) })).ok, 'no'),
  )
  const results = await run(registryWith(rule), { apis: [shopApi, bare], versions: ['bare', 'shop'] })
  expect(results.map((one) => `${one.version} ${one.state}`)).toContain(`shop ${state}`)
})

test.each<[DefinedRule['versions'], readonly string[]]>([
  [undefined, ['shop']],
  ['all', ['shop']],
  ['service', ['*']],
  [['shop', 'other'], ['shop']],
  [['other'], []],
  [{ from: '2026-01-01' }, []],
])('versions of a rule %j', async (versions, judged) => {
  const steps = async ({ call, expect: due }: ScenarioTools): Promise<void> =>
    due((await call('listOrders')).ok, 'no')
  const rule = defineRule({ id: 'own/steps', ...text, ...(versions && { versions }), run: steps })
  const results = await run(registryWith(rule))
  expect(results.map(({ version, state }) => `${version} ${state}`)).toEqual(
    judged.map((one) => `${one} passed`),
  )
})

const good = { id: 'own/one', ...text, observe: () => undefined } as const

const refused = (packs: readonly unknown[], says: string): void =>
  expect(() => packsOf(packs, ['taken/id'], '/')).toThrow(
    expect.objectContaining({
      code: 'PACK_INVALID',
      message: expect.stringMatching(new RegExp(says)) as string,
    }) as Error,
  )

test.each(tables.rules)('a pack whose rule has %s is refused', (_what, changes, says) => {
  const members = Object.entries({ ...good, ...changes }).filter(([, value]) => value !== null)
  const rule = Object.fromEntries(
    members.map(([name, value]) => [name, value === 'judge' ? async () => {} : value]),
  )
  refused([{ name: 'own', rules: [rule] }], says)
})

test.each(tables.packs)('a pack that %s is refused', (_what, packs, says) => {
  const ofGood = (pack: number | { name?: string; rules: unknown[] }) =>
    typeof pack === 'number'
      ? pack
      : { ...pack, rules: pack.rules.map((rule) => (rule === 'good' ? good : rule)) }
  refused(packs.map(ofGood), says)
})

test('a pack that breaks while it chooses is refused with its line', () => {
  const appliesTo = (): boolean => {
    throw new Error('no')
  }
  const [pack] = packsOf([{ name: 'own', rules: [good], appliesTo }], [], import.meta.dirname)
  expect(() => pack?.appliesTo([])).toThrow(
    /^appliesTo of pack own: .*Error: no \(own-rules\.test\.ts:\d+:\d+\)$/,
  )
})

test('the creation of a rule that gets no response is listed', async () => {
  const body = { items: [{ price: 1, count: 1 }] }
  const rule = scenario(async ({ call }) => {
    await call('createOrder', { body })
    shop.faults.add('mute')
    await call('createOrder', { body })
  })
  const { created } = await reportOf(registryWith(rule))
  expect(created).toMatchObject([
    { fate: 'cancelled' },
    { fate: 'kept', why: 'its creation got no response, so it may be there' },
  ])
})
