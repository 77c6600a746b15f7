import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { type Exchange, headerValue } from '../../model/exchange.js'
import { isVersionError } from '../../model/version-error.js'
import { isMarketData } from '../../model/market-data.js'
import { brief, headerlessVersion } from '../../observers/index.js'
import { isSuccess, objectBody, outcomeOf } from '../reading.js'
import { askable, type Asked } from '../subjects/askable.js'
import { probe } from '../subjects/probe.js'

const echoOf = ({ response }: Exchange): string | undefined => headerValue(response.headers, 'x-api-version')

// The echo tells which version was served. Where it is wrong for an explicit version too, it tells nothing here.
const judgeDefault = async (
  context: ScenarioContext,
  version: readonly string[],
  how: string,
): Promise<void> => {
  const exchange = await probe(context, { version })
  const echo = echoOf(exchange)
  const came = isVersionError(exchange) ? outcomeOf(exchange) : `X-API-Version: ${echo ?? '(absent)'} came`
  const isServed = echo === undefined || echo === headerlessVersion
  const holds = isServed || (await probe(context, { version: [headerlessVersion] }).then(echoOf)) === echo
  const message = `with the header ${how}, ${headerlessVersion} is due; ${came}`
  context.expect(!isVersionError(exchange) && holds, message, exchange)
}

const unknownDate = '2099-12-31'

const judgeOperation = async (context: ScenarioContext, asked: Asked): Promise<void> => {
  const { name, operation, options } = asked
  const exchange = await context.call(operation, { ...options, version: [unknownDate] })
  const { status } = exchange.response
  // What a 400 says is judged by the rules about the version error.
  if (status === 400 || status >= 500) return
  if (isSuccess(exchange)) {
    context.violate(`${name} serves X-API-Version: ${unknownDate} (${status})`, exchange)
    return
  }
  // Something else may be wrong with the call. Only where it is served otherwise does the refusal speak of the version.
  const plain = operation.method === 'get' ? await context.call(operation, options) : undefined
  const message = `${name} is due the version error for ${unknownDate}, ${status} came`
  context.expect(plain === undefined || !isSuccess(plain), message, exchange)
}

const everyOperation: Scenario = async (context) => {
  for (const asked of await askable(context)) await judgeOperation(context, asked)
}

const emptyHeader: Scenario = async (context) => {
  await judgeDefault(context, [''], 'empty')
  for (const { name, operation, options } of await askable(context)) {
    if (operation.method !== 'get') continue
    const exchange = await context.call(operation, { ...options, version: [''] })
    const message = `${name} is due to serve ${headerlessVersion} with the header empty, a version error came`
    context.expect(!isVersionError(exchange), message, exchange)
  }
}

const duplicated: Scenario = async (context) => {
  const [first = '', second = first] = context.session.plan.supported
  const twice = await probe(context, { version: [first, first] })
  const mixed = await probe(context, { version: [first, second] })
  context.note(`served: two header lines with one version get ${twice.response.status}`)
  context.note(`served: two header lines with two versions get ${mixed.response.status}`)
}

const errorEcho: Scenario = async (context) => {
  const exchange = await probe(context, { version: [unknownDate] })
  if (isVersionError(exchange))
    context.note(`served: a version error echoes ${echoOf(exchange) ?? 'no version'}`)
}

const impossibleDate: Scenario = async (context) => {
  const reason = objectBody(await probe(context, { version: ['2026-02-30'] }))['reason']
  if (typeof reason === 'string') context.note(`served: 2026-02-30 is refused as ${brief(reason, 40)}`)
}

const marketData: Scenario = async (context) => {
  const operations = [...context.under.operations.routes.values()]
  const reads = operations.filter(
    (one) => one.method === 'get' && !one.path.includes('{') && isMarketData(one),
  )
  for (const operation of reads.slice(0, 3)) {
    const exchange = await context.call(operation, { version: [unknownDate] })
    const echo = echoOf(exchange) ?? 'no version'
    const name = `GET ${context.under.operations.relativePath(operation)}`
    context.note(
      `served: ${name} answers ${exchange.response.status} to an unknown version and echoes ${echo}`,
    )
  }
}

/** Versioning 1 to 3: which versions are served, where, and without a header. */
export const versioningScenarios: Readonly<Record<string, Scenario>> = {
  'versioning/default-absent': (context) => judgeDefault(context, [], 'absent'),
  'versioning/default-empty': emptyHeader,
  'versioning/every-operation': everyOperation,
  'versioning/duplicated-header': duplicated,
  'versioning/error-echo': errorEcho,
  'versioning/impossible-date': impossibleDate,
  'versioning/market-data': marketData,
}
