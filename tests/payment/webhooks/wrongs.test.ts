import { describe, expect, test } from 'vitest'
import { registry } from '../../../payment/index.js'
import { selectRules } from '../../../conformance/index.js'
import { drawSeed, isDrawn } from '../../support/draw.js'
import { brokenRules, findingLines } from '../../conformance/support/examine.js'
import { sampleOf } from '../../support/whole.js'
import { examineSender } from './examine.js'
import type { WrongSending } from './sending.js'
import { wrongSenders } from './wrongs.js'

// A delivery that is not sent shows only after a wait.
const usualWaitMs = 1_500

/** The rules that wait for effects of responses or topics; they run only if they must fail. */
const waiting = /^webhooks\/(retry.*|slow-answer|topics|ping-always|disabled)$/
/** The rules due, and a tenth of the others. */
const rulesFor = (name: string, breaks: readonly string[], spares: readonly string[]): readonly string[] =>
  selectRules(registry, ['webhooks/*']).filter(
    (id) =>
      breaks.includes(id) ||
      spares.includes(id) ||
      (isDrawn(name, id) && (!waiting.test(id) || breaks.some((rule) => waiting.test(rule)))),
  )

// Amid others, its delays would be those of a busy process.
test('a service that retries at once is reported under webhooks/backoff', async () => {
  const sending = { backoff: 60, parallel: true }
  const given = { wrong: { retry: { every: 0 } }, sending, waitMs: usualWaitMs, rules: ['webhooks/backoff'] }
  expect(brokenRules(await examineSender(given))).toEqual(['webhooks/backoff'])
})

test.concurrent.each(sampleOf(Object.entries(wrongSenders), 0.25))(
  'a service that sends wrongly is reported under the rule %s',
  async (name, { breaks, wrong, spares = [], sending, waitMs = usualWaitMs }) => {
    const rules = rulesFor(name, breaks, spares)
    const report = await examineSender({ wrong, waitMs, rules, ...(sending && { sending }) })
    const evidence = [...findingLines(report), `drawn by RAMPART_DRAW_SEED=${drawSeed}`]
    expect(brokenRules(report), evidence.join('\n')).toEqual(breaks.toSorted())
  },
)

describe.concurrent('controls of the sandbox under other routes are judged', () => {
  const findings = async (rule: string, wrong: WrongSending = {}): Promise<readonly string[]> =>
    findingLines(await examineSender({ sending: { controls: 'other' }, wrong, rules: [rule] }))

  test('where one moves a transaction', async () => {
    const rule = 'operations/sandbox-transaction'
    expect(await findings(rule)).toEqual([])
    const wrong = await findings(rule, { keepsTransactions: true })
    expect(wrong.join('\n')).toContain(
      'a transaction was set to Completed with status 200; it is still Pending',
    )
  })

  test('where a POST is sent again, which is carried out twice here', async () => {
    const wrong = await findings('idempotency/replay-body')
    expect(wrong.join('\n')).toContain('POST /sandbox/deposits: expected the stored body on a replay')
  })
})
