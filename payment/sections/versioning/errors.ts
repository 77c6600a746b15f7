import type { ScenarioContext, Scenario } from '../../../conformance/rules/context.js'
import { type Exchange, headerValue } from '../../../conformance/exchange/exchange.js'
import type { NamedCall } from '../../calls/repeatable.js'
import { changingCalls, servedCalls } from '../../calls/served-calls.js'
import { Inconclusive } from '../../../conformance/model/outcome.js'
import { isSuccess, isVersionError, objectBody, outcomeOf } from '../../../conformance/exchange/reading.js'
import { inTurn } from '../../fixtures/steps.js'
import { enumerations } from '../../tables/enumerations.js'
import { brief } from '../../../reporting/index.js'
import { probe } from '../../../conformance/rules/probe.js'

/** A valid date that is not a version. */
export const unknownDate = '2099-12-31'

const malformedDate = '2026-8-1'

/** A call under an invalid version, with its response. */
export interface RefusedCall extends NamedCall {
  /** The value of the version header. */
  readonly value: string
  readonly exchange: Exchange
}

/** All available calls under an invalid version, by default an unknown one. */
export function callsUnder(context: ScenarioContext, value = unknownDate): Promise<readonly RefusedCall[]> {
  return context.once(`asked under ${value}`, async () => {
    const calls = [...(await servedCalls(context)), ...(await changingCalls(context))]
    return inTurn(calls, async (call) => {
      const exchange = await context.call(call.operation, { ...call.options, version: [value] })
      return { ...call, value, exchange }
    })
  })
}

const dayMs = 86_400_000

const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Dates before, between and after the versions, near and far, none of which may be served. */
const unknownDates = (
  '1999-01-01 2020-06-15 2024-02-29 2025-01-01 2025-09-01 2026-01-01 2026-06-01 2026-07-13 2026-08-15 ' +
  '2026-09-01 2026-10-01 2027-01-01 2030-06-30 2099-12-31'
).split(' ')

/** Impossible dates in canonical form. The reason may be unknown or malformed, but they must be refused. */
const impossibleDates = ['2026-02-30', '2026-06-31', '2026-08-32', '2026-08-00', '2026-13-01', '0000-00-00']

const inNextYear = (date: string): string => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

const withDayAndMonthSwapped = (date: string): string => {
  const [year, month, day] = date.split('-')
  return `${year}-${day}-${month}`
}

/** Dates that a service could take for one of its versions: days, a week and a year away, and today. */
const neighbours = (supported: readonly string[]): string[] => {
  const near = supported.flatMap((date) => [
    ...[-1, 1, 2, 7].map((days) => shift(date, days)),
    inNextYear(date),
    withDayAndMonthSwapped(date),
  ])
  const days = [...near, new Date().toISOString().slice(0, 10)].filter(isDay)
  return [...new Set(days)].filter((date) => !supported.includes(date))
}

/** Other notations of a version, which a lenient parser might accept. */
const otherForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = new Date(`${date}T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  return [
    `${year}-${Number(month)}-${Number(day)}`,
    ...['', '/', '.', '_', ' '].map((mark) => [year, month, day].join(mark)),
    `${day}-${month}-${year}`,
    `${month}/${day}/${year}`,
    `${Number(day)} ${name} ${year}`,
    `${date}T00:00:00Z`,
    `${date}-preview`,
    `${date};q=1`,
    `v${date}`,
    `'${date}'`,
    String(Date.parse(`${date}T00:00:00Z`) / 1000),
  ]
}

const singular = [
  ...'2026-08-1 26-08-01 02026-08-01 2026-W31-6 2026-08 2026 +2026-08-01 >=2026-08-01 2026-08-01Z'.split(' '),
  ...'V2026-08-01 "2026-08-01" latest newest current stable default null 0 1 2 3'.split(' '),
  // A list on one line is not a date; two header lines are open.
  '2026-08-01, 2025-03-13',
  '2026-08-01,2026-07-01',
]

/** Texts that are not canonical dates, including variants of served versions. */
const malformedValues = (supported: readonly string[]): readonly string[] => [
  ...new Set([...supported.flatMap(otherForms), ...singular]),
]

const refusalOf = (context: ScenarioContext, value: string): Promise<Exchange> =>
  context.once(`under version ${value}`, () => probe(context, { version: [value] }))

const reasons = enumerations['Version error reason']
type Reason = (typeof reasons)[number]

const expectReason = (context: ScenarioContext, call: string, reason: Reason, exchange: Exchange): void => {
  const came = JSON.stringify(objectBody(exchange)['reason']) ?? 'none'
  const message = `${call} must be refused with reason ${reason}, got ${came}`
  context.expect(came === JSON.stringify(reason), message, exchange, '/reason')
}

const judgeReason = async (context: ScenarioContext, value: string, reason: Reason): Promise<void> => {
  const exchange = await refusalOf(context, value)
  const { status } = exchange.response
  const call = `X-API-Version: ${value}`
  context.expect(status === 400, `${call} must be answered with 400, got ${outcomeOf(exchange)}`, exchange)
  if (status === 400) expectReason(context, call, reason, exchange)
}

const reasonEverywhere = async (context: ScenarioContext, value: string, reason: Reason): Promise<void> => {
  for (const { name, exchange } of await callsUnder(context, value))
    if (isVersionError(exchange))
      expectReason(context, `${name} under X-API-Version: ${value}`, reason, exchange)
}

export const unknownVersion: Scenario = async (context) => {
  const { supported } = context.session.plan
  const unknown = unknownDates.filter((date) => !supported.includes(date))
  for (const date of unknown) await judgeReason(context, date, 'version_unknown')
  await reasonEverywhere(context, unknownDate, 'version_unknown')
}

export const malformedVersion: Scenario = async (context) => {
  for (const value of malformedValues(context.session.plan.supported))
    await judgeReason(context, value, 'version_malformed')
  for (const { name, exchange } of await callsUnder(context, malformedDate)) {
    const message = `${name} serves X-API-Version: ${malformedDate} (${exchange.response.status})`
    context.expect(!isSuccess(exchange), message, exchange)
  }
  await reasonEverywhere(context, malformedDate, 'version_malformed')
}

export const noFallback: Scenario = async (context) => {
  for (const date of [...neighbours(context.session.plan.supported), ...impossibleDates]) {
    const exchange = await refusalOf(context, date)
    const served = headerValue(exchange.response.headers, 'x-api-version') ?? 'no version named'
    const isServed = isSuccess(exchange)
    const message = isServed
      ? `X-API-Version: ${date} is not supported and was served (${exchange.response.status}, ${served})`
      : `X-API-Version: ${date} must be answered with 400, got ${outcomeOf(exchange)}`
    context.expect(exchange.response.status === 400, message, exchange)
  }
}

const expectErrorBody = (context: ScenarioContext, value: string, exchange: Exchange): void => {
  const body = objectBody(exchange)
  const dates: readonly unknown[] = Array.isArray(body['supported']) ? body['supported'] : []
  const { supported } = context.session.plan
  const complete = supported.every((version) => dates.includes(version))
  const isExact = dates.every((date) => supported.some((version) => version === date))
  const facts: readonly (readonly [boolean, string, string])[] = [
    [body['error'] === 'unsupported_api_version', '/error', 'error "unsupported_api_version"'],
    [reasons.some((one) => one === body['reason']), '/reason', 'a reason of the table'],
    [body['requested'] === value, '/requested', 'requested with the value sent'],
    [complete, '/supported', 'supported with the supported dates'],
    [!complete || isExact, '/supported', 'supported with the supported dates and nothing else'],
  ]
  for (const [holds, pointer, due] of facts)
    context.expect(holds, `the version error must have ${due}`, exchange, pointer)
}

/** True for an object with most members of a version error; findings name the missing ones. */
const isNearly = (exchange: Exchange): boolean => {
  const body = objectBody(exchange)
  return ['error', 'reason', 'requested', 'supported'].filter((name) => name in body).length > 2
}

/** Judges the refusals of all operations by the version error. Other errors may have other reasons. */
const everywhere = async (context: ScenarioContext): Promise<void> => {
  const refused = [...(await callsUnder(context)), ...(await callsUnder(context, malformedDate))]
  for (const { name, operation, options, value, exchange } of refused) {
    if (exchange.response.status !== 400) continue
    if (isVersionError(exchange) || isNearly(exchange)) expectErrorBody(context, value, exchange)
    else if (isSuccess(await context.call(operation, options))) {
      const came = brief(exchange.response.body, 60)
      context.violate(`${name} must answer with the version error as an object, got ${came}`, exchange)
    }
  }
}

export const errorBody: Scenario = async (context) => {
  const { supported } = context.session.plan
  let seen = 0
  for (const value of [unknownDate, ...impossibleDates, ...malformedValues(supported)]) {
    const exchange = await refusalOf(context, value)
    if (exchange.response.status !== 400) continue
    seen++
    expectErrorBody(context, value, exchange)
  }
  await everywhere(context)
  if (seen === 0) throw new Inconclusive('no version was refused with 400; see versioning/unknown-version')
}
