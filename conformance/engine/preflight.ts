import { RampartError } from '../../diagnostics/index.js'
import { type Exchange, headerValue } from '../model/exchange.js'
import type { Plan } from '../model/plan.js'
import { brief } from '../observers/index.js'
import { probe } from '../scenarios/subjects/probe.js'
import { ScenarioContext } from './context.js'
import { NoAnswer, Skip } from './outcome.js'
import { Session } from './session.js'

const isHtml = ({ response }: Exchange): boolean =>
  /text\/html/i.test(headerValue(response.headers, 'content-type') ?? '') ||
  /^\s*<(!doctype|html)/i.test(response.body)

const notAnApi = (plan: Plan, what: string): RampartError =>
  new RampartError('SERVICE_NOT_AN_API', { message: `${plan.baseUrl} ${what}`, where: { url: plan.baseUrl } })

const refuse = (plan: Plan, exchange: Exchange, hasKey: boolean): void => {
  const { status } = exchange.response
  if (isHtml(exchange)) throw notAnApi(plan, `answers with a web page (${status}), not with the API`)
  if (status >= 300 && status < 400) {
    throw notAnApi(
      plan,
      `redirects to ${headerValue(exchange.response.headers, 'location') ?? 'another place'}`,
    )
  }
  if (status === 404 && !new URL(plan.baseUrl).pathname.includes('/api')) {
    throw notAnApi(plan, 'knows none of the operations (404), and has no /api in its path')
  }
  if (status === 401 || status === 403) {
    const how = hasKey
      ? `the key in ${plan.apiKeyEnv}`
      : `a request without a key (${plan.apiKeyEnv} is not set)`
    const message = `${plan.baseUrl} refused ${how}: ${status} ${brief(exchange.response.body, 80)}`
    throw new RampartError('SERVICE_REFUSED_KEY', { message, where: { url: plan.baseUrl } })
  }
}

/** A request for the sandbox controls that can change nothing: its target does not exist and its body is wrong. */
const probeControls = async (context: ScenarioContext): Promise<boolean> => {
  const control = context.find('put', '/sandbox/fiat-verification/{}')
  if (!control) return false
  const id = context.session.uuid()
  const real = await context.call(control, { path: [id], body: 'NoSuchStatus' })
  const missing = await context.call(
    { ...control, path: `${control.path.replace('fiat-verification', 'rampart-no-such-control')}` },
    { path: [id], body: 'NoSuchStatus' },
  )
  const sign = ({ response }: Exchange): string =>
    `${response.status} ${response.body.replaceAll(/[^a-z ]/gi, '')}`
  return real.response.status === 400 || (real.response.status < 500 && sign(real) !== sign(missing))
}

/** What a look at the service before the first rule tells. */
export interface Preflight {
  /** The specification's own sign of a sandbox: its /sandbox operations exist and answer. */
  readonly isSandbox: boolean
}

/**
 * Asks the service for one harmless thing, so that a wrong URL or key ends the run at once and by name.
 * @throws RampartError SERVICE_UNREACHABLE, SERVICE_REFUSED_KEY or SERVICE_NOT_AN_API.
 */
export async function preflight(plan: Plan, apiKey: string): Promise<Preflight> {
  const session = await Session.open(plan, apiKey)
  const context = new ScenarioContext(session, plan.versions.at(-1) ?? '*', session.newest)
  try {
    refuse(plan, await probe(context), apiKey !== '')
    return { isSandbox: await probeControls(context) }
  } catch (error) {
    if (error instanceof Skip) return { isSandbox: false }
    if (!(error instanceof NoAnswer)) throw error
    throw new RampartError('SERVICE_UNREACHABLE', { message: error.message, where: { url: plan.baseUrl } })
  } finally {
    await session.close()
  }
}
