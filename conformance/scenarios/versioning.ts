import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable, Skip } from '../engine/outcome.js'
import { type Exchange, headerValue } from '../model/exchange.js'
import { isVersionError } from '../model/version-error.js'
import { headerlessVersion } from '../observers/index.js'
import { isSuccess, objectBody, outcomeOf } from './reading.js'
import { schemaShape } from './schema-shape.js'
import { customer } from './subjects/customer.js'
import { probe } from './subjects/probe.js'
import { quoteSubject } from './subjects/quote.js'

const farDates = ['1999-01-01', '2024-02-29', '2099-12-31']

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
]

const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const neighbours = (supported: readonly string[]): string[] =>
  supported.flatMap((date) => [shift(date, -1), shift(date, 1)]).filter((date) => !supported.includes(date))

const supported: Scenario = async (context) => {
  const exchange = await probe(context, { mayRefuseVersion: true })
  context.expect(
    !isVersionError(exchange),
    `version ${context.version} is supported and was refused: ${outcomeOf(exchange)}`,
    exchange,
  )
}

const judgeDefault = async (
  context: ScenarioContext,
  version: readonly string[],
  how: string,
): Promise<void> => {
  const exchange = await probe(context, { version })
  const echo = headerValue(exchange.response.headers, 'x-api-version')
  const came = isVersionError(exchange) ? outcomeOf(exchange) : `X-API-Version: ${echo ?? '(absent)'} came`
  context.expect(
    !isVersionError(exchange) && (echo === undefined || echo === headerlessVersion),
    `with the header ${how}, ${headerlessVersion} is due; ${came}`,
    exchange,
  )
}

const expectReason = (context: ScenarioContext, value: string, reason: string, exchange: Exchange): void => {
  const { status } = exchange.response
  context.expect(
    status === 400,
    `X-API-Version: ${value} is due a 400, ${outcomeOf(exchange)} came`,
    exchange,
  )
  if (status !== 400) return
  const came = objectBody(exchange)['reason']
  context.expect(
    came === reason,
    `X-API-Version: ${value} is due reason ${reason}, ${JSON.stringify(came) ?? 'none'} came`,
    exchange,
    '/reason',
  )
}

const unknownVersion: Scenario = async (context) => {
  for (const date of farDates)
    expectReason(context, date, 'version_unknown', await probe(context, { version: [date] }))
}

const malformedVersion: Scenario = async (context) => {
  for (const value of malformed) {
    expectReason(context, value, 'version_malformed', await probe(context, { version: [value] }))
  }
}

const noFallback: Scenario = async (context) => {
  for (const date of neighbours(context.session.plan.supported)) {
    const exchange = await probe(context, { version: [date] })
    const served = headerValue(exchange.response.headers, 'x-api-version') ?? 'no version named'
    context.expect(
      exchange.response.status === 400,
      `X-API-Version: ${date} is not supported and was served (${exchange.response.status}, ${served})`,
      exchange,
    )
  }
}

const expectErrorBody = (context: ScenarioContext, value: string, exchange: Exchange): void => {
  if (exchange.response.status !== 400) return
  const body = objectBody(exchange)
  const dates: readonly unknown[] = Array.isArray(body['supported']) ? body['supported'] : []
  const complete = context.session.plan.supported.every((version) => dates.includes(version))
  const facts: readonly (readonly [boolean, string, string])[] = [
    [body['error'] === 'unsupported_api_version', '/error', 'error "unsupported_api_version"'],
    [typeof body['reason'] === 'string', '/reason', 'a reason'],
    [body['requested'] === value, '/requested', 'requested with the value sent'],
    [complete, '/supported', 'supported with the supported dates'],
  ]
  for (const [holds, pointer, due] of facts) {
    context.expect(holds, `the version error is due ${due}; ${outcomeOf(exchange)} came`, exchange, pointer)
  }
}

const errorBody: Scenario = async (context) => {
  const values = ['2099-12-31', '2026-02-30', 'latest']
  const exchanges = []
  for (const value of values) {
    const exchange = await probe(context, { version: [value] })
    exchanges.push(exchange)
    expectErrorBody(context, value, exchange)
  }
  if (exchanges.every(({ response }) => response.status !== 400)) {
    throw new Skip('no version was refused with 400, so there is no version error to look at')
  }
}

const everyOperation: Scenario = async (context) => {
  const version = ['2099-12-31']
  const judge = (name: string, exchange: Exchange): void =>
    context.expect(
      !isSuccess(exchange),
      `${name} serves X-API-Version: 2099-12-31 (${exchange.response.status})`,
      exchange,
    )
  judge('the terms operation', await probe(context, { version }))
  if (!context.session.plan.allowWrites) return
  const { id } = await customer(context, headerlessVersion)
  for (const template of ['/customers/{}/required-signings', '/customers/{}/abilities']) {
    const operation = context.find('get', template)
    if (operation) judge(template, await context.call(operation, { path: [id], version }))
  }
  const quote = await quoteSubject(context)
  judge('the quote', await context.call(quote.operation, { query: quote.query, version }))
}

const previous = (context: ScenarioContext): string => {
  const versions = [...context.session.versions.keys()]
  const before = versions[versions.indexOf(context.version) - 1]
  if (before === undefined) throw new NotApplicable('there is no earlier version to compare with')
  return before
}

const routes: Scenario = async (context) => {
  const before = previous(context)
  const pathsOf = (version: string): Set<string> =>
    new Set(
      Object.values(context.session.versions.get(version)?.surface.operations ?? {}).map(({ path }) =>
        path.replaceAll(/\{[^}]*\}/g, '{}'),
      ),
    )
  const here = pathsOf(context.version)
  for (const path of pathsOf(before)) {
    context.expect(
      here.has(path),
      `${path} of ${before} is no path of ${context.version}`,
      undefined,
      '#/paths',
    )
  }
}

const quoteShape: Scenario = async (context) => {
  const before = previous(context)
  if (before < '2026-07-01') throw new NotApplicable('2026-07-01 is not among the versions tested')
  const [earlier, later] = [before, context.version].map((version) => {
    const under = context.session.versions.get(version)
    const operation = under?.operations.find('get', '/autoramps/quote')
    const content = Object.values(operation?.responses['200']?.content ?? {})[0]
    return under && content?.schema ? schemaShape(content.schema, under.surface.schemas) : undefined
  })
  if (earlier === undefined || later === undefined)
    throw new NotApplicable('no quote stands in both documents')
  for (const place of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(place), later.get(place)]
    context.expect(
      was === is,
      `the quote differs from ${before} at ${place}: ${was ?? '(absent)'} became ${is ?? '(absent)'}`,
      undefined,
      '#/paths/~1autoramps~1quote',
    )
  }
}

/** Versioning: how the version is asked for, served, echoed and refused. */
export const versioningScenarios: Readonly<Record<string, Scenario>> = {
  'versioning/supported': supported,
  'versioning/default-absent': (context) => judgeDefault(context, [], 'absent'),
  'versioning/default-empty': (context) => judgeDefault(context, [''], 'empty'),
  'versioning/unknown-version': unknownVersion,
  'versioning/no-fallback': noFallback,
  'versioning/malformed-version': malformedVersion,
  'versioning/error-body': errorBody,
  'versioning/every-operation': everyOperation,
  'versioning/routes': routes,
  'versioning/quote-shape': quoteShape,
}
