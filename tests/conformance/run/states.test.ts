import { describe, expect, test } from 'vitest'
import { type Plan, type Report, selectRules } from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import type { Answer } from '../../payment/services/call.js'
import type { Asked, Wrong } from '../../payment/services/behave.js'
import { demo } from '../../payment/services/state.js'
import { examineService } from '../support/examine.js'
import { row } from '../../support/table.js'

type Case = Parameters<typeof examineService>[0]

const run = ({ plan, ...given }: Case): Promise<Report> =>
  examineService({ ...given, plan: { versions: ['2026-08-01'], ...plan } })

const isTerms = ({ path }: Asked): boolean => path === '/terms-and-conditions'
const broken: Answer = { status: 418, headers: {}, body: '' }

/** A fault of the terms in this many first requests for them. */
const wrongAtFirst = (times: number): Wrong => {
  let asked = 0
  return { answer: (answer, about) => (isTerms(about) && asked++ < times ? broken : answer) }
}

describe('a rule ends', () => {
  test.each<[string, string, string, RegExp | undefined, Case]>([
    row('passed', 'terms/items', 'passed', undefined, {}),
    row('failed', 'terms/items', 'failed', undefined, { wrong: wrongAtFirst(Infinity) }),
    row('flaky, failed and then passed', 'terms/items', 'flaky', undefined, { wrong: wrongAtFirst(25) }),
    row('skipped for want of leave to write', 'abilities/fields', 'skipped', /pass --allow-writes/, {
      plan: { allowWrites: false },
    }),
    row(
      'not applicable for want of an operation',
      'customers/pinned',
      'not-applicable',
      /has no GET \/customers\/\{…\}$/,
      {},
    ),
    row(
      'inconclusive for want of an answer',
      'terms/items',
      'inconclusive',
      /^GET http\S+: the connection was closed before a response$/,
      { wrong: { answer: (answer, { isSpec }) => (isSpec ? answer : { ...broken, status: 0 }) } },
    ),
    row(
      'inconclusive where a step that it needs is answered with 500',
      'abilities/fields',
      'inconclusive',
      /^POST \S+ was answered with 500$/,
      {
        wrong: { answer: (answer, { method }) => (method === 'POST' ? { ...broken, status: 500 } : answer) },
      },
    ),
    row('skipped for want of a key', 'authentication/unknown-key', 'skipped', /it needs an API key/, {
      key: '',
    }),
    row('not applicable', 'customers/onboarding-order', 'not-applicable', /names no onboarding state/, {
      choices: { customer: 'stateless' },
    }),
  ])('%s', async (_state, rule, state, reason, given) => {
    const { results } = await run({ ...given, plan: { rules: [rule], ...given.plan } })
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ id: rule, state })
    if (reason === undefined) expect(results[0]?.reason).toBeUndefined()
    else expect(results[0]?.reason).toMatch(reason)
    expect(results[0]?.findings.length).toBe(state === 'failed' || state === 'flaky' ? 1 : 0)
  })

  test('not promised, with the reason, and nothing is sent', async () => {
    const { results, versions } = await run({ plan: { rules: ['versioning/minting'] } })
    expect(results).toMatchObject([
      {
        state: 'not-promised',
        reason: 'judged between two states of one document, not on a running service',
        version: '*',
        requests: { sent: 0, answered: 0, unanswered: 0 },
      },
    ])
    expect(versions.map(({ requests }) => requests.sent)).toEqual([0, 0])
  })

  test('failed by what was seen, though the next step had no answer', async () => {
    const answer = (one: Answer, { requested }: Asked): Answer => {
      if (requested === '1999-01-01') return { ...one, status: 200, body: '[]' }
      return requested === '2024-02-29' ? { ...one, status: 0 } : one
    }
    const { results } = await run({ wrong: { answer }, plan: { rules: ['versioning/unknown-version'] } })
    expect(results.map(({ state, findings }) => [state, findings.map(({ message }) => message)])).toEqual([
      ['failed', ['X-API-Version: 1999-01-01 must be answered with 400, got 200 []']],
    ])
  })
})

describe('an observer', () => {
  test('alone has one exchange a version to look at', async () => {
    const { results, versions } = await run({ plan: { rules: ['versioning/vary', 'versioning/echo'] } })
    expect(results.map(({ id, version, state, requests }) => [id, version, state, requests.sent])).toEqual([
      ['versioning/echo', '2026-08-01', 'passed', 1],
      ['versioning/vary', '2026-08-01', 'passed', 1],
    ])
    expect(versions.map(({ requests }) => requests.sent)).toEqual([0, 1])
  })

  test('folds what it sees again and again into one finding, counted', async () => {
    const wrong: Wrong = {
      answer: (answer) => ({ ...answer, headers: { ...answer.headers, vary: 'Origin' } }),
    }
    const { results } = await run({
      wrong,
      plan: { rules: ['versioning/vary', 'versioning/malformed-version'] },
    })
    const vary = results.filter(({ id }) => id === 'versioning/vary')
    expect(vary.map(({ version }) => version)).toEqual(['*', '2026-08-01'])
    for (const { requests, findings } of vary) {
      expect(requests.sent).toBeGreaterThan(3)
      expect(findings.map(({ occurrences }) => occurrences)).toEqual([requests.sent])
    }
    expect(vary[0]?.findings[0]?.evidence).toHaveLength(3)
  })

  test('says so where nothing was about it', async () => {
    const { results } = await run({ plan: { rules: ['errors/api-error'] } })
    expect(results).toMatchObject([
      { state: 'not-applicable', reason: 'no response of this run was about it' },
    ])
  })
})

describe('without leave to write', () => {
  /** A right service that records the methods of requests. */
  const listening = (): { methods: Set<string>; wrong: Wrong } => {
    const methods = new Set<string>()
    const answer = (given: Answer, { method }: Asked): Answer => {
      methods.add(method)
      return given
    }
    return { methods, wrong: { answer } }
  }
  const reading: Partial<Plan> = { allowWrites: false, versions: ['2025-03-13', '2026-07-01', '2026-08-01'] }

  test('nothing but reads is sent, and what needs more says so', async () => {
    const { methods, wrong } = listening()
    const { results } = await run({ wrong, plan: reading })
    expect([...methods]).toEqual(['GET'])
    const reasons = results.flatMap(({ state, reason = '' }) => (state === 'skipped' ? [reason] : []))
    expect([...new Set(reasons)].toSorted()).toEqual([
      'it creates data; pass --allow-writes when the service may be written to',
      'it needs a customer; name one with --customer-id, or pass --allow-writes to have one created',
    ])
  })

  test('quotes are judged for a customer and an account that the user names', async () => {
    const { methods, wrong } = listening()
    const given = { customerId: demo.customer, recipientAccountId: demo.account }
    const rules = selectRules(registry, ['quote/*', 'abilities/*'])
    const { results } = await run({ wrong, plan: { ...reading, subjects: given, rules } })
    expect([...methods]).toEqual(['GET'])
    const judged = results.filter(({ id, state }) => /^(quote|abilities)\//.test(id) && state === 'passed')
    expect(new Set(judged.map(({ id }) => id)).size).toBeGreaterThan(18)
    const broken = results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
    expect(broken).toEqual([])
  })
})
