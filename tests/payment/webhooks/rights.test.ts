import { describe, expect, test } from 'vitest'
import type { Cause } from '../../../payment/sections/webhooks/cause.js'
import { quietMs } from '../../../payment/sections/webhooks/subscription.js'
import { commonSchedule } from '../../../payment/sections/webhooks/trials.js'
import { findingLines } from '../../conformance/support/examine.js'
import { exchangeOf } from '../../conformance/support/make.js'
import { sampleOf } from '../../support/whole.js'
import { examineSender, type Given } from './examine.js'
import { usual, type WrongSending } from './sending.js'

const stranger = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

const byHand = { operations: 'none', described: false } as const

const rights: Readonly<Record<string, Given>> = {
  'as usual': {},
  'digest in capitals, registered by hand': { sending: { digest: 'HEX', operations: 'none' } },
  'digest in base64, secret decoded': { sending: { digest: 'base64', decodes: true } },
  'secret without a prefix, message beside data, wrapped': {
    sending: { secret: 'not-a-real-secret', message: 'beside data', wraps: true, id: 'container' },
  },
  'wrapped in data, type under another name, further members': {
    sending: { ...byHand, wraps: true, id: 'data', type: 'event', extras: true, digest: 'base64' },
  },
  'every snapshot twice': {
    wrong: { events: (event) => (event.kind === 'customer_fiat_abilities' ? [event, event] : [event]) },
  },
  'two accounts of one customer that others register meanwhile': {
    wrong: {
      events: (event) => {
        if (event.kind !== 'new_bank_account') return [event]
        const account = (id: string) => ({ ...event, customer: stranger, message: { ...event.message, id } })
        return [account('1'), account('2'), event]
      },
    },
  },
  'everything at once, in any order, with further headers': { sending: { parallel: true, extras: true } },
  'registered by hand, changed by an operation, pings about nobody': {
    sending: { operations: 'changing', pingNames: false },
  },
  'no topic for ping, which is always on': {
    sending: { operations: 'changing' },
    wrong: { topic: (topic) => (topic === 'Ping' ? 'Transaction' : topic) },
  },
  'controls of the sandbox under other routes, with bodies of another form': {
    sending: { controls: 'other', depositAddress: true, transactions: 'in a moment' },
  },
  'autoramps are moved by the service alone': { sending: { controls: 'none of autoramps' } },
  'public webhooks alone are registered by an operation, and disabled by their status': {
    sending: { operations: 'registering public ones' },
  },
  'a webhook is replaced as a whole': { sending: { operations: 'replacing' } },
  'a queue that takes longer than the first retries': { sending: { queueMs: 700, parallel: true } },
  'retries that take their time': { sending: { backoff: 700, parallel: true } },
  'a receiver that it waits for longer than it has to': { wrong: { answerMs: 2_800 } },
  'the second customer refused': { wrong: { refuses: (customers) => customers === 1 } },
  'null as the message of a ping, as documented': {
    sending: { described: 'null pings' },
    wrong: {
      container: (container, { kind }) =>
        kind === 'ping' ? { ...container, data: { ...Object(container['data']), message: null } } : container,
    },
  },
  'a new container with each attempt': {
    wrong: { container: (container) => ({ ...container, attempted_at: Math.random() }) },
  },
}

/** Rules that cannot be judged where no operation describes webhooks. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  none: ['disabled', 'ping', 'ping-always', 'secret-once', 'topic-names', 'topics'].map(
    (rule) => `webhooks/${rule}`,
  ),
}

/** A machine that is too busy to respond in time judges nothing by its response, and the reason shows it. */
const lateItself = 'this machine responded too late'

describe.concurrent('a service that sends webhooks rightly has no findings', () => {
  test.each(sampleOf(Object.entries(rights), 0.3))('%s', async (_name, given) => {
    const report = await examineSender(given)
    expect(findingLines(report)).toEqual([])
    const unjudged = report.results.flatMap(({ id, state, reason }) =>
      state === 'passed' || state === 'not-promised' || reason === lateItself ? [] : [id],
    )
    const { operations = 'registering', described = true } = given.sending ?? {}
    const undescribed = described ? [] : ['webhooks/document']
    expect(unjudged.toSorted()).toEqual([...(unseen[operations] ?? []), ...undescribed].toSorted())
    const { secret } = { ...usual, ...given.sending }
    expect(JSON.stringify(report)).not.toContain(secret.replace('whsec_', ''))
  })
})

describe.concurrent('there is no verdict', () => {
  const reasonsOf = async (given: Given): Promise<ReadonlyMap<string, string>> => {
    const report = await examineSender(given)
    expect(findingLines(report)).toEqual([])
    return new Map(report.results.map(({ id, state, reason = '' }) => [id, `${state}: ${reason}`]))
  }

  test('where nothing arrives at all', async () => {
    const reasons = await reasonsOf({ sending: { operations: 'none' }, isRegistered: false, waitMs: 50 })
    expect(reasons.get('webhooks/customer-created')).toMatch(/^inconclusive: no webhook came to http/)
    expect(reasons.get('webhooks/signature')).toMatch(/^inconclusive: no webhook came to http/)
  })

  test('on the abilities of customers for whom new terms were published', async () => {
    const rules = ['webhooks/abilities-full']
    const reasons = await reasonsOf({ wrong: { publishes: true }, rules })
    expect(reasons.get('webhooks/abilities-full')).toMatch(/^passed/)
  })

  test('on signatures without the secret', async () => {
    const reasons = await reasonsOf({ sending: { operations: 'none' }, secret: '' })
    expect(reasons.get('webhooks/signature')).toMatch(/^skipped: it needs .* RAMPART_WEBHOOK_SECRET$/)
    expect(reasons.get('webhooks/headers')).toMatch(/^passed/)
  })

  test('on the delays of a service that tries again once, because no number of attempts is promised', async () => {
    const rules = ['webhooks/backoff', 'webhooks/retry']
    const reasons = await reasonsOf({ wrong: { retry: { most: 2 } }, rules, waitMs: 2_000 })
    expect(reasons.get('webhooks/backoff')).toMatch(/^not-applicable: no delivery that was refused twice/)
    expect(reasons.get('webhooks/retry')).toMatch(/^passed/)
  })

  test('on a slow response, where deliveries come again anyway; a warning says that they do', async () => {
    const rules = ['webhooks/acknowledged', 'webhooks/slow-answer']
    const events: WrongSending['events'] = (event) => [event, event]
    const report = await examineSender({ wrong: { events }, rules, waitMs: 4_000 })
    expect(report.results).toEqual([
      expect.objectContaining({ id: 'webhooks/acknowledged', state: 'failed', severity: 'warning' }),
      expect.objectContaining({ id: 'webhooks/slow-answer', state: 'inconclusive' }),
    ])
  })

  test('on an event that the end of the run did not wait for', async () => {
    const end = new AbortController()
    const events: WrongSending['events'] = (event) => {
      if (event.kind === 'ping') end.abort()
      return event.kind === 'new_autoramp' ? [] : [event]
    }
    const rules = ['webhooks/new-autoramp']
    const reasons = await reasonsOf({ wrong: { events }, rules, signal: end.signal })
    expect(reasons.get('webhooks/new-autoramp')).toBe('inconclusive: the run was interrupted')
  })

  test('on an event of a customer that is refused, and no further one', async () => {
    const rules = ['webhooks/new-bank-account', 'webhooks/new-autoramp']
    const reasons = await reasonsOf({ wrong: { refuses: (customers) => customers > 10 }, rules })
    expect(reasons.get('webhooks/new-bank-account')).toMatch(/^skipped: no customer could be created/)
    expect(reasons.get('webhooks/new-autoramp')).toMatch(/^passed/)
  })

  test('on an event of a sender that is far behind', async () => {
    const rules = ['webhooks/ping', 'webhooks/new-autoramp']
    const reasons = await reasonsOf({ sending: { pace: 250 }, waitMs: 900, rules })
    // On a busy machine the run may be as slow as the sender.
    expect(reasons.get('webhooks/ping')).toMatch(/^passed|^inconclusive: .* of what happened before/)
  })

  test('on events about something else, while those of the run are still to come', async () => {
    let first: Parameters<NonNullable<WrongSending['events']>>[0] | undefined
    const events: WrongSending['events'] = (event) => {
      first ??= event
      const message = { ...event.message, id: '0d9c8b7a-6655-4433-8211-00ffeeddccbb' }
      if (event.kind === 'new_autoramp') return [{ ...event, message }]
      return event.kind === 'register_autoramp_status'
        ? [{ ...event, message: { ...message, status: 'Old' } }]
        : [first]
    }
    const rules = ['webhooks/subject', 'webhooks/status']
    const reasons = await reasonsOf({
      sending: { pace: 1400, parallel: true },
      waitMs: 1800,
      wrong: { events },
      rules,
    })
    for (const rule of rules) expect(reasons.get(rule)).toMatch(/^inconclusive: .* of what happened before/)
  })

  test('on a retry that does not come in time', async () => {
    const reasons = await reasonsOf({ wrong: { retry: { on: () => false } }, waitMs: 1_500 })
    for (const rule of ['retry', 'retry-id', 'retry-content', 'retry-timestamp'])
      expect(reasons.get(`webhooks/${rule}`)).toMatch(/no schedule is promised; wait longer/)
  })
})

test('the silence to wait for is four times the delay of the deliveries that were due', () => {
  const deliveryOf = (arrivedAt: number, type: string, customer: string) => {
    const sent = JSON.stringify({ type, data: { customer_id: customer } })
    return {
      arrivedAt,
      exchange: exchangeOf({ target: 'webhook', sent }),
      bytes: Buffer.from(sent),
      address: '',
    }
  }
  const deliveries = [
    deliveryOf(900, 'CustomerCreated', 'a'),
    deliveryOf(1_100, 'Ping', 'a'),
    deliveryOf(1_200, 'CustomerCreated', 'b'),
    deliveryOf(1_500, 'CustomerCreated', 'a'),
  ]
  const cause: Cause = {
    rule: 'customer-created',
    kind: 'customer_created',
    customerId: 'a',
    since: 1_000,
    what: 'a customer is created',
  }
  expect(quietMs({ deliveries }, { causes: [cause] }, 9_000)).toBe(2_000)
})

test.each([
  ['constant', [1_000, 1_050, 980], [1_010, 990, 1_000]],
  ['immediate', [1, 0, 14], [0, 19, 2]],
  ['immediate', [30, 2, 41], [5, 60, 7]],
  [undefined, [10, 20, 40], [10, 20, 40]],
  ['growing by the same time', [500, 1_000, 1_500], [510, 1_020, 1_490]],
  ['falling', [1_600, 800, 400], [1_620, 790, 410]],
  [undefined, [400, 800, 1_600], [410, 790, 1_620]],
  [undefined, [1_000, 1_200, 1_800], [1_010, 1_220, 1_780]],
  [undefined, [1_000, 2_000, 2_000], [1_010, 2_020, 2_010]],
  [undefined, [500, 1_000, 1_500], [300, 900, 1_450]],
  [undefined, [1_600, 800, 400], [900, 700, 400]],
])('the schedule of two trials is %s for %j and %j', (schedule, one, other) => {
  expect(commonSchedule(one, other)).toBe(schedule)
})
