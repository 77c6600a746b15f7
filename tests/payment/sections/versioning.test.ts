import { describe, expect, test } from 'vitest'
import type { HeaderList } from '../../../conformance/exchange/exchange.js'
import { echo, fednowRail, supported, vary } from '../../../payment/sections/versioning/section.js'
import type { Observer, Observation } from '../../../conformance/model/observation.js'
import type { Hooks } from '../../../sandbox/faults/fault.js'
import { newestVersion, versions } from '../../../versions/index.js'
import { examineSandbox } from '../../mutants/examine.js'
import { exchangeOf, operationOf, type Telling, observationOf } from '../../conformance/support/make.js'

type Verdict = 'fine' | 'broken' | 'not applicable'

const verdict = async (observer: Observer, observation: Observation): Promise<Verdict> => {
  const violations = await observer(observation)
  if (violations === undefined) return 'not applicable'
  return violations.length === 0 ? 'fine' : 'broken'
}

const versionError = { status: 400, body: '{"error":"unsupported_api_version"}' }
const market = {
  route: 'get /cryptocurrencies',
  operation: operationOf({ tags: ['Currencies'], path: '/cryptocurrencies' }),
}

const named = (...lines: readonly string[]): HeaderList =>
  lines.map((line) => ['X-Api-Version', line] as const)

const pinned = { mayServe: ['2026-07-01'] }

test.each<[string, Telling, Partial<Observation>, Verdict]>([
  ['the version due', { headers: named('2026-08-01') }, {}, 'fine'],
  ['the version due on two lines', { headers: named('2026-08-01', '2026-08-01') }, {}, 'fine'],
  ['the version due twice in one line', { headers: named('2026-08-01, 2026-08-01') }, {}, 'fine'],
  ['the version due on a refusal', { status: 404, headers: named('2026-08-01') }, {}, 'fine'],
  ['the default for none', { asked: [], headers: named('2025-03-13') }, { version: '2025-03-13' }, 'fine'],
  ['another version', { headers: named('2026-07-01') }, {}, 'broken'],
  ['two versions', { headers: named('2026-08-01', '2026-07-01') }, {}, 'broken'],
  ['that of the customer', { headers: named('2026-07-01') }, pinned, 'fine'],
  ['that of nobody', { headers: named('2025-03-13') }, pinned, 'broken'],
  ['that of the customer and the one due', { headers: named('2026-07-01', '2026-08-01') }, pinned, 'broken'],
  ['nothing', { headers: [] }, {}, 'broken'],
  ['an empty value', { headers: named('') }, {}, 'broken'],
  ['nothing on a refusal', { status: 401, headers: [] }, {}, 'broken'],
  ['nothing on a replay', { headers: [], isReplay: true }, {}, 'not applicable'],
  ['a version error', { ...versionError, headers: [] }, {}, 'not applicable'],
  ['no version due', { headers: [] }, { version: undefined }, 'not applicable'],
  ['a document', { headers: [], target: 'spec' }, {}, 'not applicable'],
  ['a document as an operation', { headers: [] }, { route: 'get /spec/{}' }, 'not applicable'],
  ['market data', { headers: [] }, market, 'not applicable'],
  ['market data of no document', { headers: [] }, { ...market, operation: undefined }, 'not applicable'],
])('versioning/echo %s', async (_case, telling, changes, due) =>
  expect(await verdict(echo, observationOf(exchangeOf(telling), changes))).toBe(due),
)

test.each<[string, Telling, Partial<Observation>, Verdict]>([
  ['the name', { headers: [['vary', 'X-API-Version']] }, {}, 'fine'],
  ['in any case among others', { headers: [['Vary', 'Origin,  x-api-version , Accept']] }, {}, 'fine'],
  ['on its own line', { headers: ['Origin', 'x-api-version'].map((name) => ['vary', name]) }, {}, 'fine'],
  ['everything', { headers: [['vary', '*']] }, {}, 'fine'],
  ['absent', { headers: [] }, {}, 'broken'],
  ['other names alone', { headers: [['vary', 'Origin']] }, {}, 'broken'],
  ['a name that begins alike', { headers: [['vary', 'X-API-Version-2']] }, {}, 'broken'],
  ['absent on a version error', { ...versionError, headers: [] }, { version: undefined }, 'broken'],
  ['absent on a replay', { headers: [], isReplay: true }, {}, 'not applicable'],
  ['absent on a document', { headers: [], target: 'spec' }, {}, 'not applicable'],
  ['absent on a document as an operation', { headers: [] }, { route: 'get /spec' }, 'not applicable'],
  ['absent on market data', { headers: [] }, market, 'not applicable'],
])('versioning/vary %s', async (_case, telling, changes, due) =>
  expect(await verdict(vary, observationOf(exchangeOf(telling), changes))).toBe(due),
)

test.each<[string, Telling, Partial<Observation>, Verdict]>([
  ['served', {}, {}, 'fine'],
  ['refused for another reason', { status: 400, body: '"country is missing"' }, {}, 'fine'],
  ['refused with the version error', versionError, {}, 'broken'],
  ['refused in other words', { status: 400, body: 'unsupported version' }, {}, 'broken'],
  ['no header', { ...versionError, asked: [] }, { version: '2025-03-13' }, 'not applicable'],
  ['a version that is not listed', versionError, { version: undefined }, 'not applicable'],
  ['a replay', { ...versionError, isReplay: true }, {}, 'not applicable'],
])('versioning/supported %s', async (_case, telling, changes, due) =>
  expect(await verdict(supported, observationOf(exchangeOf(telling), changes))).toBe(due),
)

describe('versioning/fednow-rail', () => {
  const rails = (...types: readonly unknown[]): string => JSON.stringify({ deep: [{ deposit_rails: types }] })

  test.each<[string, string, Partial<Observation>, Verdict]>([
    ['rails without it', rails({ type: 'ACH' }), { version: '2025-03-13' }, 'fine'],
    ['the rail', rails({ type: 'ACH' }, { type: 'FedNow' }), { version: '2025-03-13' }, 'broken'],
    ['the rail by its bare name', rails('FedNow'), { version: '2025-03-13' }, 'broken'],
    ['the rail in another member', rails({ rail: 'FedNow' }), { version: '2025-03-13' }, 'broken'],
    ['the rail in 2026-07-01', rails({ type: 'FedNow' }), { version: '2026-07-01' }, 'not applicable'],
    ['no rails', '{"deposit_rails":[]}', { version: '2025-03-13' }, 'not applicable'],
    ['no JSON', '<html>', { version: '2025-03-13' }, 'not applicable'],
    ['no version due', rails('FedNow'), { version: undefined }, 'not applicable'],
  ])('%s', async (_case, body, changes, due) =>
    expect(await verdict(fednowRail, observationOf(exchangeOf({ body }), changes))).toBe(due),
  )
})

test('a customer whose approval is refused under another version is not compared with one who is approved', async () => {
  const rule = 'customers/pinned'
  const problem = {
    error: 'unsupported_api_version',
    reason: 'version_unknown',
    requested: newestVersion,
    supported: versions,
  } as const
  const negotiate: Hooks['negotiate'] = (outcome, { operationId, requested }) =>
    operationId === 'updateSandboxIdentificationStatus' && requested === newestVersion
      ? { ...outcome, problem }
      : outcome
  const refusing = { name: rule, rule, does: '', also: {}, hooks: () => ({ negotiate }) }
  const { results } = await examineSandbox([refusing], [rule])
  expect(results.map(({ version, state }) => [version, state])).toEqual(
    versions.map((one) => [one, 'passed']),
  )
})
