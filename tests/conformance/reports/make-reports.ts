import { type Report, requestCount, type RuleResult } from '../../../conformance/index.js'
import { tableIn } from '../../support/table.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'
import { exploredOf, exploreReport, findingsOf, petFindings, runFacts } from './make-explored.js'
import { pets } from './pets.js'

/** Hostile text of a service or document: markup, Markdown, commands of terminals and of CI systems. */
const hostile =
  'said "</failure></script>" & <img src=x onerror=alert(1)>\u0000\u001B[31m]]>\uD800\uFFFE\u202E ##[error]x ::error::y ![a](https://evil.example) | @team `c` done\r\nnext'

const evidence = exchangeOf({
  url: 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1',
  asked: [['x-api-version', '']],
  status: 400,
  body: `{"message":"${hostile}"}`,
})

const finding = (message: string, occurrences = 1) => ({ message, occurrences, evidence: [evidence] })

/** A run in several versions with one finding in all of them, and with everything else that a result can have. */
const several = (): Report => {
  const versions = ['*', '2026-07-01', '2026-08-01']
  const kept = ['a-1', 'a-2']
  const results = versions.flatMap((version) => [
    resultOf({ version, state: 'failed', findings: [{ message: 'no Vary', occurrences: 5, evidence: [] }] }),
    resultOf({ version, id: 'versioning/echo', exchanges: kept }),
    resultOf({
      version,
      id: 'webhooks/ping',
      state: 'skipped',
      reason: 'it needs a receiver',
      lacks: 'receiver',
    }),
  ])
  const pointed = { ...finding('not as declared'), pointer: '#/paths/~1x/get' }
  const notes = [{ message: 'served: a digest in base64', occurrences: 3 }]
  return {
    ...reportOf([
      ...results,
      resultOf({ id: 'former/rule', title: 'A former rule', state: 'failed', findings: [pointed] }),
      resultOf({ id: 'webhooks/encoding', state: 'not-promised', reason: 'not shown', notes }),
      resultOf({ id: 'identification/reuse', state: 'skipped', reason: 'a patch', lacks: 'provocation' }),
    ]),
    versions: versions.map((version) => ({ version, requests: requestCount(7), durationMs: 600 })),
    evidence: [{ ...evidence, id: 'a-1' }],
  }
}

const dated = ['2026-01-01', '2026-02-01'].map((version) =>
  exploredOf({ api: { ...pets, version }, source: { name: `${version}.yaml`, isUnversioned: false } }),
)

/** A document and a service of pets with hostile text everywhere. */
const hostilePets = (): Report => {
  const found = {
    ...petFindings['answers/server-error'],
    message: hostile,
    expected: hostile,
    pointer: `#/${hostile}`,
    operations: [hostile, hostile.repeat(40)],
    evidence: [exchangeOf({ url: `http://a/${hostile}`, sent: hostile, body: hostile })],
  }
  const { coverage } = exploredOf()
  const explored = exploredOf({
    api: { ...pets, surface: { ...pets.surface, title: hostile } },
    source: { name: hostile, isUnversioned: true },
    findings: findingsOf({ 'answers/body': found, 'state/readable': found }),
    coverage: {
      ...coverage,
      operations: {
        ...coverage.operations,
        missing: [{ operation: hostile, state: 'not-called', reason: hostile }],
      },
      values: { reached: 0, of: 1, missing: [hostile] },
    },
  })
  return exploreReport([explored], runFacts)
}

type Row = Omit<Partial<RuleResult>, 'findings'> & { readonly findings?: readonly { message: string }[] }

const { reports: plain } = tableIn<{ reports: Record<string, Row[]> }>(
  import.meta.dirname,
  'make-reports.yaml',
)

const resultFrom = ({ findings = [], ...row }: Row): RuleResult =>
  resultOf({ ...row, findings: findings.map((one) => ({ ...finding(one.message), ...one })) })

/** Reports of every kind that a run can end with, by name. */
export const reports: Readonly<Record<string, Report>> = {
  ...Object.fromEntries(Object.entries(plain).map(([name, rows]) => [name, reportOf(rows.map(resultFrom))])),
  incomplete: reportOf([
    resultOf({ version: '*', id: 'versioning/default-absent' }),
    resultOf({ id: 'terms/items', state: 'inconclusive', reason: 'the service stayed down' }),
    resultOf({
      state: 'inconclusive',
      requests: requestCount(3, 1),
      reason: 'GET https://api.example/api/terms: ECONNREFUSED',
      cause: { ...evidence, response: { status: 0, headers: [], body: 'ECONNREFUSED' } },
    }),
  ]),
  hostile: reportOf([
    resultOf({ state: 'failed', findings: [{ ...finding(hostile), pointer: `/${hostile}` }] }),
    resultOf({ id: 'terms/items', state: 'skipped', reason: hostile }),
    resultOf({ id: 'terms/country-required', state: 'flaky', findings: [finding(hostile)] }),
  ]),
  several: several(),
  explored: exploreReport([exploredOf()], runFacts),
  dated: exploreReport(dated, runFacts),
  'hostile-explored': hostilePets(),
}
