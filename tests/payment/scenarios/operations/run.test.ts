import { afterAll, describe, expect, test } from 'vitest'
import { registry } from '../../../../payment/index.js'
import { type Report, selectRules } from '../../../../conformance/index.js'
import { examineSandbox } from '../../../mutants/examine.js'
import { apiKey, type Asked } from '../../services/behave.js'
import { startService } from '../../services/service.js'
import { CodeFolder } from '../../../conformance/support/code.js'
import { examine, findingLines, planFor } from '../../../conformance/support/examine.js'

const code = new CodeFolder()
afterAll(() => code.remove())

const rules = selectRules(registry, ['operations/*'])

/** What a service is sent, ids left out, in the order of the alphabet: several requests are under way at once. */
const sentWith = async (seed: number, allowWrites: boolean): Promise<{ sent: string[]; report: Report }> => {
  const sent: string[] = []
  const answer = <T>(given: T, { method, path, query, isSpec }: Asked): T => {
    if (!isSpec) sent.push(`${method} ${path}?${query}`.replaceAll(/[0-9a-f]{4,}(-[0-9a-f]+)+/g, '<id>'))
    return given
  }
  const service = await startService({ requiredHeaders: ['x-request-id'] }, { answer })
  try {
    const plan = await planFor(service, code, { rules, seed, allowWrites })
    return { sent, report: await examine(plan, apiKey) }
  } finally {
    await service.close()
  }
}

describe('the rules about any operation', () => {
  test('send the same for the same seed', async () => {
    const [one, other] = [await sentWith(5, true), await sentWith(5, true)]
    expect(one.sent.toSorted()).toEqual(other.sent.toSorted())
    expect(findingLines(one.report)).toEqual([])
  })

  test('only read where they may not write', async () => {
    const { sent, report } = await sentWith(5, false)
    expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([])
    expect(findingLines(report)).toEqual([])
  })
})

describe('a finding', () => {
  test('shows the smallest request that is served, and how to send it again', async () => {
    const report = await examineSandbox(code, ['operations/negative-data'], rules)
    const result = report.results.find(
      ({ id, findings }) => id === 'operations/negative-data' && findings.length > 0,
    )
    const finding = result?.findings.find(({ message }) => message.includes('enumerate'))
    expect(finding?.message).toBe(
      'served what the document forbids: GET /exchange-rate with the parameter source_currency_type broken: a value that the document does not enumerate',
    )
    expect(new URL(finding?.evidence[0]?.request.url ?? '').searchParams.get('source_currency_type')).toBe(
      'x',
    )
    expect(result?.notes?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^to repeat: rampart test .* --rules operations\/negative-data --seed 0 --allow-writes$/,
      ),
    )
  })
})
