import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Inconclusive } from '../../engine/outcome.js'
import { type Exchange, headerValue } from '../../model/exchange.js'
import { isVersionError } from '../../model/version-error.js'
import { brief } from '../../observers/index.js'
import { isSuccess, objectBody, outcomeOf } from '../reading.js'
import { probe } from '../subjects/probe.js'
import { askedUnknown, unknownDate } from './unknown.js'

/** Days of the calendar before, between and after the versions, near and far: none is served as a further one. */
const unknownDates = [
  '1999-01-01',
  '2024-02-29',
  '2025-01-01',
  '2025-09-01',
  '2026-01-01',
  '2026-06-01',
  '2026-07-13',
  '2026-08-15',
  '2026-09-01',
  '2026-10-01',
  '2027-01-01',
  '2030-06-30',
  '2099-12-31',
]

/** Canonical in form, and no day of any calendar: whether unknown or malformed is open, that it is refused is not. */
const impossibleDate = '2026-02-30'

const malformed = [
  '2026-8-1',
  '2026-08-1',
  '20260801',
  '2026/08/01',
  '26-08-01',
  '02026-08-01',
  'v2026-08-01',
  '2026-08-01T00:00:00Z',
  '2026-W31-6',
  '01-08-2026',
  'latest',
  '1',
  '2026-08',
  '2026.08.01',
  '+2026-08-01',
  '2026-08-01Z',
  '"2026-08-01"',
  // A list on one line is no date; two lines are another matter, which is open.
  '2026-08-01, 2025-03-13',
  '2026-08-01,2026-07-01',
]

const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const neighbours = (supported: readonly string[]): string[] =>
  supported.flatMap((date) => [shift(date, -1), shift(date, 1)]).filter((date) => !supported.includes(date))

const judgeReason = async (context: ScenarioContext, value: string, reason: string): Promise<void> => {
  const exchange = await probe(context, { version: [value] })
  const { status } = exchange.response
  const asked = `X-API-Version: ${value}`
  context.expect(status === 400, `${asked} is due a 400, ${outcomeOf(exchange)} came`, exchange)
  if (status !== 400) return
  const came = JSON.stringify(objectBody(exchange)['reason']) ?? 'none'
  const message = `${asked} is due reason ${reason}, ${came} came`
  context.expect(came === JSON.stringify(reason), message, exchange, '/reason')
}

const unknownVersion: Scenario = async (context) => {
  const { supported } = context.session.plan
  const unknown = unknownDates.filter((date) => !supported.includes(date))
  for (const date of unknown) await judgeReason(context, date, 'version_unknown')
}

const malformedVersion: Scenario = async (context) => {
  for (const value of malformed) await judgeReason(context, value, 'version_malformed')
}

const noFallback: Scenario = async (context) => {
  for (const date of [...neighbours(context.session.plan.supported), impossibleDate]) {
    const exchange = await probe(context, { version: [date] })
    const served = headerValue(exchange.response.headers, 'x-api-version') ?? 'no version named'
    const message = `X-API-Version: ${date} is not supported and was served (${exchange.response.status}, ${served})`
    context.expect(exchange.response.status === 400, message, exchange)
  }
}

const reasons = new Set<unknown>(['version_unknown', 'version_malformed'])

const expectErrorBody = (context: ScenarioContext, value: string, exchange: Exchange): void => {
  const body = objectBody(exchange)
  const dates: readonly unknown[] = Array.isArray(body['supported']) ? body['supported'] : []
  const { supported } = context.session.plan
  const complete = supported.every((version) => dates.includes(version))
  const isExact = dates.every((date) => supported.some((version) => version === date))
  const facts: readonly (readonly [boolean, string, string])[] = [
    [body['error'] === 'unsupported_api_version', '/error', 'error "unsupported_api_version"'],
    [reasons.has(body['reason']), '/reason', 'a reason of the table'],
    [body['requested'] === value, '/requested', 'requested with the value sent'],
    [complete, '/supported', 'supported with the supported dates'],
    [!complete || isExact, '/supported', 'supported with the supported dates and nothing else'],
  ]
  for (const [holds, pointer, due] of facts) {
    context.expect(holds, `the version error is due ${due}`, exchange, pointer)
  }
}

/** True for an object with most of the members of a version error: what it lacks is told by name. */
const isNearly = (exchange: Exchange): boolean => {
  const body = objectBody(exchange)
  return ['error', 'reason', 'requested', 'supported'].filter((name) => name in body).length > 2
}

/** Holds the refusal of every operation against the version error. What says something else may mean something else. */
const everywhere = async (context: ScenarioContext): Promise<void> => {
  for (const { name, operation, options, exchange } of await askedUnknown(context)) {
    if (exchange.response.status !== 400) continue
    if (isVersionError(exchange) || isNearly(exchange)) expectErrorBody(context, unknownDate, exchange)
    else if (isSuccess(await context.call(operation, options))) {
      const came = brief(exchange.response.body, 60)
      context.violate(`${name} is due the version error as an object, ${came} came`, exchange)
    }
  }
}

const errorBody: Scenario = async (context) => {
  let seen = 0
  for (const value of [unknownDate, impossibleDate, 'latest']) {
    const exchange = await probe(context, { version: [value] })
    if (exchange.response.status !== 400) continue
    seen++
    expectErrorBody(context, value, exchange)
  }
  await everywhere(context)
  if (seen === 0) throw new Inconclusive('no version was refused with 400; see versioning/unknown-version')
}

/** Versioning 5: how a version that is not supported is refused. */
export const versionErrorScenarios: Readonly<Record<string, Scenario>> = {
  'versioning/unknown-version': unknownVersion,
  'versioning/no-fallback': noFallback,
  'versioning/malformed-version': malformedVersion,
  'versioning/error-body': errorBody,
}
