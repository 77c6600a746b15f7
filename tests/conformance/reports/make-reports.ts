import { type Report, requestCount } from '../../../conformance/index.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'

const hostile = 'said "</failure>" & <b>\u0000\u001B[31m]]>\uD800\uFFFE\u202E done\r\nnext'

const evidence = exchangeOf({
  url: 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1',
  asked: [['x-api-version', '']],
  status: 400,
  body: `{"message":"${hostile}"}`,
})

const finding = (message: string, occurrences = 1) => ({ message, occurrences, evidence: [evidence] })
const placed = (pointer: string) => ({ ...finding(`the version error is due ${pointer}`), pointer })

/** Reports of every kind that a run can end with, by name. */
export const reports: Readonly<Record<string, Report>> = {
  passing: reportOf([
    resultOf({ version: '*', id: 'versioning/default-absent' }),
    resultOf(),
    resultOf({
      id: 'quote/arithmetic',
      version: '*',
      state: 'not-promised',
      reason: 'no arithmetic is promised',
    }),
    resultOf({
      id: 'errors/api-error',
      state: 'not-applicable',
      reason: 'no answer of this run was about it',
    }),
  ]),
  failing: reportOf([
    resultOf({
      version: '*',
      id: 'versioning/error-body',
      state: 'failed',
      findings: ['/error', '/reason', '/requested', '/supported'].map(placed),
    }),
    resultOf({ state: 'failed', findings: [finding('Vary: X-API-Version is due, no Vary came', 512)] }),
    resultOf({
      id: 'terms/global-document',
      state: 'failed',
      severity: 'warning',
      findings: [finding('two came')],
    }),
    resultOf({ id: 'terms/items', state: 'flaky', findings: [finding('200 is due, 502 came')] }),
    resultOf({ id: 'terms/country-required' }),
  ]),
  warning: reportOf([
    resultOf({
      id: 'terms/global-document',
      state: 'failed',
      severity: 'warning',
      findings: [finding('two came')],
    }),
    resultOf(),
  ]),
  skipped: reportOf(
    ['items', 'empty-is-200', 'one-document', 'before-identification'].map((name) =>
      resultOf({
        id: `required-signings/${name}`,
        state: 'skipped',
        requests: requestCount(0),
        reason: 'it creates data; pass --allow-writes',
        lacks: 'writes',
      }),
    ),
  ),
  incomplete: reportOf([
    resultOf({ version: '*', id: 'versioning/default-absent' }),
    resultOf({ id: 'terms/items', state: 'inconclusive', reason: 'the service stayed away' }),
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
  empty: reportOf([]),
}
