import { describe, expect, test } from 'vitest'
import {
  assembleReport,
  type Inspection,
  inspectRecording,
  observerRules,
  type Plan,
  type RecordingInput,
  type Report,
  surveyRecording,
} from '../../../conformance/index.js'
import { cached } from '../../../document/index.js'
import { registry } from '../../../payment/index.js'
import { apiKey, type Wrong } from '../../payment/services/behave.js'
import { demo } from '../../payment/services/state.js'
import { startService } from '../../payment/services/service.js'
import { brokenRules, findingLines, planFor } from '../support/examine.js'
import { dialects, type Made } from './dialects.js'
import { entryOf, harOf, line, recordingOf } from './har.js'

const versions = ['2025-03-13', '2026-07-01', '2026-08-01', undefined] as const

const paths = [
  '/terms-and-conditions?country=DEU',
  '/terms-and-conditions',
  `/customers/${demo.customer}`,
  `/customers/${demo.customer}/abilities`,
  '/customers/nobody/abilities',
] as const

const make = async (baseUrl: string, path: string, version: string | undefined): Promise<Made> => {
  const asked: [string, string][] = [
    ['x-api-key', apiKey],
    ...(version === undefined ? [] : ([['x-api-version', version]] as [string, string][])),
  ]
  const url = `${baseUrl}${path}`
  const answer = await fetch(url, {
    headers: asked.map(([name, value]): [string, string] => [name, encodeURI(value)]),
  })
  return {
    method: 'GET',
    url,
    asked,
    status: answer.status,
    came: [...answer.headers].filter(([name]) => name !== 'content-encoding'),
    body: await answer.text(),
  }
}

interface Traffic {
  readonly plan: Plan
  readonly made: readonly Made[]
}

const record = async (wrong: Wrong = {}): Promise<Traffic> => {
  // The key of the test holds letters that fetch does not send: it is compared as it is sent.
  const key = (sent: string | undefined): string | undefined => (sent === encodeURI(apiKey) ? apiKey : sent)
  const service = await startService({}, { key, ...wrong })
  try {
    const plan = await planFor(service, { rules: observerRules(registry) })
    const made = await Promise.all(
      versions.flatMap((version) => paths.map((path) => make(service.baseUrl, path, version))),
    )
    return { plan, made }
  } finally {
    await service.close()
  }
}

const recorded = new Map<Wrong | undefined, Promise<Traffic>>()

/** Traffic of a service, recorded once for all dialects. */
const traffic = (wrong?: Wrong): Promise<Traffic> => cached(recorded, wrong, () => record(wrong))

const inspect = async (plan: Plan, recording: RecordingInput): Promise<Inspection & { report: Report }> => {
  const { baseUrl, secrets } = await surveyRecording(recording, plan.apis)
  expect(baseUrl).toBe(plan.baseUrl)
  const inspection = await inspectRecording(registry, plan, recording, secrets)
  const facts = { toolVersion: '0', startedAt: new Date(0), durationMs: 0 }
  return { ...inspection, report: assembleReport(registry, plan, inspection.seen, facts) }
}

const ofOthers = [
  entryOf({ url: 'https://analytics.example/api/collect' }),
  entryOf({ url: 'https://cdn.example/app.js', status: 500 }),
  null,
]

test.each(Object.keys(dialects))('recorded traffic of a right service has no findings %s', async (name) => {
  const { plan, made } = await traffic()
  const entries = made.map((one) => dialects[name]?.(one))
  const { report, calls, ignored } = await inspect(plan, recordingOf(harOf([...ofOthers, ...entries])))
  expect(findingLines(report)).toEqual([])
  // The document of this service does not have GET /customers/{id}.
  expect(calls).toBe(made.length - versions.length)
  expect(Object.fromEntries(ignored)).toEqual({
    'of another host or path': 2,
    'of no operation in the documents': versions.length,
    unreadable: 1,
  })
  const judged = report.results.filter(({ state }) => state === 'passed').map(({ id }) => id)
  expect(judged).toContain('versioning/echo')
  expect(judged.includes('answers/body')).toBe(name !== 'a tool that leaves bodies out')
})

describe('recorded traffic of a wrong one is told under the rule', () => {
  const wrongs: Readonly<Record<string, readonly [Wrong, readonly string[]]>> = {
    'Vary is missing': [
      { answer: (answer) => ({ ...answer, headers: { ...answer.headers, vary: 'Origin' } }) },
      ['versioning/vary'],
    ],
    'terms lose a field': [
      {
        answer: (answer, { path }) =>
          path === '/terms-and-conditions'
            ? { ...answer, body: answer.body.replace('"url"', '"link"') }
            : answer,
      },
      ['answers/body'],
    ],
  }
  test.each(
    Object.keys(wrongs).flatMap((wrong) => Object.keys(dialects).map((name) => [wrong, name] as const)),
  )('%s, recorded by %s', async (name, dialect) => {
    const [wrong, broken] = wrongs[name] ?? [undefined, []]
    const { plan, made } = await traffic(wrong)
    const { report } = await inspect(plan, recordingOf(harOf(made.map((one) => dialects[dialect]?.(one)))))
    const hidden = dialect === 'a tool that leaves bodies out' && name === 'terms lose a field'
    expect(brokenRules(report), findingLines(report).join('\n')).toEqual(hidden ? [] : broken)
  })
})

test('secrets that stand in a recording stand in no report', async () => {
  const { plan } = await traffic()
  const url = `${plan.baseUrl}/terms-and-conditions?country=DEU&api_key=query-key`
  const secrets = [
    'header-key',
    'query-key',
    'cookie-value',
    'bearer-value',
    'whsec_c2VjcmV0',
    'plain-secret',
  ]
  const told = secrets.join(' ')
  const recording = recordingOf(
    harOf([
      entryOf({ url, content: { text: JSON.stringify([{ id: told }]) } }),
      entryOf({
        url,
        asked: [
          line('X-Api-Key', 'header-key'),
          line('Cookie', 'session=cookie-value'),
          line('Authorization', 'Bearer bearer-value'),
        ],
        content: { text: JSON.stringify([{ id: told, secret: 'plain-secret', other: 'whsec_c2VjcmV0' }]) },
      }),
    ]),
  )
  const { report } = await inspect(plan, recording)
  expect(brokenRules(report)).toContain('answers/body')
  const text = JSON.stringify(report)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test('a recording without a call of the service has no base URL', async () => {
  const { plan } = await traffic()
  const found = await surveyRecording(recordingOf(harOf(ofOthers)), plan.apis)
  expect(found).toMatchObject({ entries: 3, baseUrl: undefined, calls: 0 })
})
