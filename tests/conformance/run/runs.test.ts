import { describe, expect, onTestFinished, test } from 'vitest'
import {
  foresee,
  type Plan,
  run as runPlan,
  selectRules,
  selectTags,
  unknownTags,
} from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import { apiKey, type Asked } from '../../payment/services/behave.js'
import type { Answer } from '../../payment/services/call.js'
import { startService } from '../../payment/services/service.js'
import { forwardTo, startServer } from '../../support/loopback.js'
import { planFor } from '../support/examine.js'

interface Sent {
  readonly path: string
  readonly method: string
}

const run = async (changes: Partial<Plan>) => {
  const sent: Sent[] = []
  const record = (answer: Answer, asked: Asked): Answer => {
    if (!asked.isSpec) sent.push({ path: asked.path, method: asked.method })
    return answer
  }
  const service = await startService({}, { answer: record })
  try {
    const plan = await planFor(service, { versions: ['2026-08-01'], ...changes })
    const began = performance.now()
    const result = await runPlan(registry, plan, { apiKey })
    return { ...result, sent, durationMs: performance.now() - began }
  } finally {
    await service.close()
  }
}

describe('what a run creates', () => {
  test('is told with the operation, its id, and an external id that is recognisable', async () => {
    const { created } = await run({ rules: ['abilities/fields'] })
    expect(created.length).toBeGreaterThan(0)
    for (const one of created.filter(({ operation }) => operation === 'POST /customers')) {
      expect(one).toMatchObject({ version: expect.stringMatching(/^\d{4}/), id: expect.any(String) })
      expect(one.externalId ?? 'rampart-').toMatch(/^rampart-/)
    }
  })

  test('is never more than the cap, and rules that need more say so', async () => {
    const { created, judged, sent } = await run({
      maxCreations: 2,
      concurrency: 4,
      rules: selectRules(registry, ['customers/*', 'idempotency/*', 'required-signings/*']),
    })
    expect(created.length).toBeLessThanOrEqual(2)
    const posted = sent.filter(({ method, path }) => method === 'POST' && !path.startsWith('/sandbox'))
    expect(posted.length).toBeGreaterThan(0)
    const reasons = judged.flatMap(({ result }) => result?.reason ?? [])
    expect(reasons).toContain('the run has created 2 things, its limit; raise it with --max-creations')
    const broken = judged.flatMap(({ result }) => (result?.state === 'failed' ? result : []))
    expect(broken.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('a run', () => {
  test('judges several rules at the same time with the same results in the same order', async () => {
    const rules = ['terms/*', 'customers/*', 'versioning/*', 'abilities/*', 'quote/e*']
    const outcome = async (concurrency: number) =>
      (await run({ concurrency, rules: selectRules(registry, rules) })).judged.map(({ result, version }) => [
        result?.id,
        version,
        result?.state,
      ])
    expect(await outcome(6)).toEqual(await outcome(1))
  })

  test.each([
    [0, 1],
    [80, 3],
  ])('about a service that responds after %i ms judges %i rules at once', async (awayMs, atOnce) => {
    const service = await startService()
    onTestFinished(() => service.close())
    const [pass, open] = [forwardTo(service.specUrl), { now: 0, most: 0, isOver: false }]
    const { url } = await startServer((request, response) => {
      // What was created is deleted at once in any case.
      open.isOver ||= request.method === 'DELETE'
      open.most = Math.max(open.most, ++open.now * Number(!open.isOver))
      response.once('finish', () => open.now--)
      setTimeout(() => pass(request, response), awayMs)
    })
    const rules = selectRules(registry, ['terms/*', 'customers/*'])
    const plan = await planFor({ specUrl: url, baseUrl: `${url}/api` }, { mostAtOnce: 3, rules })
    open.most = 0
    await runPlan(registry, plan, { apiKey })
    expect(open.most).toBe(atOnce)
  })

  test('sends no faster than it may', async () => {
    const { sent, durationMs } = await run({
      rules: ['terms/*'].flatMap((one) => selectRules(registry, [one])),
      rate: 50,
    })
    expect(sent.length).toBeGreaterThan(2)
    expect(durationMs).toBeGreaterThanOrEqual((sent.length - 1) * 20 - 5)
  })

  test('can be narrowed to single steps', async () => {
    const { judged } = await run({ only: ['terms/items 2026-08-01', 'terms/items 1999-01-01'] })
    const results = judged.flatMap(({ result }) => result ?? [])
    expect(results.map(({ id, version }) => [id, version])).toEqual([['terms/items', '2026-08-01']])
  })
})

describe('tags', () => {
  const all = selectRules(registry, [])

  test.each<[readonly string[], (id: string) => boolean]>([
    [['terms'], (id) => id.startsWith('terms/')],
    [['terms', 'abilities'], (id) => /^(terms|abilities)\//.test(id)],
    [['observer', 'not:versioning'], (id) => !id.startsWith('versioning/')],
  ])('%j select rules', (tags, fits) => {
    const selected = selectTags(registry, all, tags)
    expect(selected.length).toBeGreaterThan(0)
    expect(selected.every(fits)).toBe(true)
  })

  test('without a wanted one leave out alone', () =>
    expect(selectTags(registry, all, ['not:terms'])).toEqual(all.filter((id) => !id.startsWith('terms/'))))

  test('that no rule has are named', () =>
    expect(unknownTags(registry, ['terms', 'not:writes', 'not:such', 'none'])).toEqual(['such', 'none']))
})

describe('a plan', () => {
  const plan: Plan = {
    baseUrl: 'https://api.example/api',
    specUrl: 'https://api.example',
    apis: [],
    service: registry.service ?? {},
    versions: ['2026-08-01'],
    supported: ['2026-08-01'],
    defaultVersion: null,
    rules: ['terms/items', 'abilities/fields', 'quote/arithmetic', 'authentication/unknown-key'],
    allowWrites: false,
    apiKeyEnv: 'RAMPART_API_KEY',
    timeoutMs: 1000,
    seed: 0,
    subjects: {},
  }
  const endings = (changes: Partial<Plan>, key: string) =>
    Object.fromEntries(
      foresee(registry, { ...plan, ...changes }, { apiKey: key }).map(({ id, will }) => [id, will]),
    )

  test.each<[string, Partial<Plan>, string, Record<string, string>]>([
    ['without leave to write', {}, 'key', { 'terms/items': 'run', 'abilities/fields': 'sandbox' }],
    ['with leave to write', { allowWrites: true }, 'key', { 'abilities/fields': 'run' }],
    ['without a key', {}, '', { 'authentication/unknown-key': 'skip', 'quote/arithmetic': 'open' }],
    ['without a header for one', { service: {} }, '', { 'authentication/unknown-key': 'run' }],
  ])('foresees what becomes of each rule %s', (_what, changes, key, expected) =>
    expect(endings(changes, key)).toMatchObject(expected),
  )

  test('says what is missing and how to provide it', () => {
    const skipped = foresee(registry, plan, { apiKey: '' }).filter(({ will }) => will === 'skip')
    expect(skipped.every(({ reason = '' }) => /RAMPART_API_KEY/.test(reason))).toBe(true)
  })
})
