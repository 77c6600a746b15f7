import { RampartError } from '../../diagnostics/index.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import { isPage, refusesCredentials } from '../exchange/reading.js'
import type { Plan } from '../model/plan.js'
import { entriesOf, parametersIn } from '../../document/index.js'
import { brief } from '../../reporting/index.js'
import { isIdName } from '../pool/references.js'
import { nameKey } from '../resources/names.js'
import { probe } from '../rules/probe.js'
import { ScenarioContext } from '../rules/context.js'
import { isEnding, NoAnswer, ifPossible } from '../model/outcome.js'
import type { Seen } from '../model/step-result.js'
import { type Keys, Session } from '../session/session.js'
import type { ObserverRegistry } from '../session/observer-runner.js'
import type { Operation } from '../../runtime/surface.js'

/** Routes of controls with the id of a thing, and without one. */
const addressing = /^(put|post|patch) \/sandbox\/[^{]+\/\{\}(\/[^{}]+)?$/
const unaddressing = /^(put|post|patch) \/sandbox\/[^{]+$/

/** Whether a control has to be told in its body which thing it is about, so that another body changes nothing. */
const isOnBody = (context: ScenarioContext, control: Operation): boolean =>
  control.requestBody?.required === true &&
  entriesOf(context.sampleBody(control)).some(([name]) => isIdName(nameKey(name)))

const strangePath = (path: string): string =>
  path.replace(/\/sandbox\/[^{]+?(?=\/\{|$)/, '/sandbox/rampart-no-such-control')

/** Calls a control with an unknown id and an unusable body, so that it changes nothing. */
const callControl = (context: ScenarioContext, control: Operation, id: string): Promise<Exchange> =>
  context.call(control, {
    path: parametersIn(control.path).map(() => id),
    body: 'rampart-no-such-value',
    changesNothing: true,
    isStray: true,
  })

/** Features that identify a handler: media type and members of the body. */
const form = ({ response }: Exchange): string => {
  const body = jsonBody(response)
  const members = typeof body === 'object' && body !== null ? Object.keys(body).toSorted() : []
  return JSON.stringify([headerValue(response.headers, 'content-type'), typeof body, members])
}

const absent = new Set([401, 403, 404, 405, 501])

const areDistinct = (real: Exchange, missing: Exchange): boolean => {
  const [status, other] = [real.response.status, missing.response.status]
  if (!absent.has(status)) return status < 500 && absent.has(other)
  return status === 404 && other === 404 && form(real) !== form(missing)
}

/** The simulation operations of the document that are about a single thing. */
const sandboxControls = (context: ScenarioContext): readonly Operation[] =>
  [...context.under.operations.routes].flatMap(([route, control]) =>
    addressing.test(route) || (unaddressing.test(route) && isOnBody(context, control)) ? [control] : [],
  )

/**
 * The specification's own sign of a sandbox: its /sandbox operations exist. A declared control and an invented one are
 * called; only a service that has the former responds differently to them. In doubt the service counts as production,
 * whose document may declare the controls too.
 */
const hasSandboxControls = async (context: ScenarioContext): Promise<boolean> => {
  const controls = sandboxControls(context)
  // A control may answer an unknown id like an unknown path, and refuse only what is not an id.
  for (const id of [context.session.uuid(), 'rampart-no-such-id'])
    for (const control of controls) {
      const real = await callControl(context, control, id)
      // A gateway may report an unknown path as busy, which proves nothing.
      const missing = await ifPossible(
        callControl(context, { ...control, path: strangePath(control.path) }, id),
      )
      if (missing && areDistinct(real, missing)) return true
    }
  return false
}

const notAnApi = (plan: Plan, what: string): RampartError =>
  new RampartError('SERVICE_NOT_AN_API', { message: `${plan.baseUrl} ${what}`, where: { url: plan.baseUrl } })

type Asked = Pick<Plan, 'baseUrl' | 'apiKeyEnv'>

const refusedKey = (plan: Asked, message: string): RampartError =>
  new RampartError('SERVICE_REFUSED_KEY', {
    message,
    where: { url: plan.baseUrl },
    fix: `Put a key for this environment into ${plan.apiKeyEnv}, or name another variable with --api-key-env.`,
  })

const refuse = ({ plan, apiKey, redact }: Session, { response }: Exchange): void => {
  const { status } = response
  if (isPage(response) || /^\s*<(!doctype|html)/i.test(response.body)) {
    throw notAnApi(plan, `answers with a web page (${status}), not with the API`)
  }
  if (status >= 300 && status < 400) {
    const location = redact(headerValue(response.headers, 'location') ?? 'an unnamed location')
    throw notAnApi(plan, `redirects to ${brief(location)}`)
  }
  if (status === 404 && !new URL(plan.baseUrl).pathname.includes('/api')) {
    throw notAnApi(plan, 'answers 404, and its path does not contain /api')
  }
  if (isTooLong(status, apiKey)) {
    const key = `the key in ${plan.apiKeyEnv}, which has ${apiKey.length} characters`
    const why = `its server does not accept a header as long as ${key}`
    throw refusedKey(plan, `${plan.baseUrl} answers ${status}: ${why}`)
  }
  if (refusesCredentials(status)) {
    const what =
      apiKey === ''
        ? `a request without a key (${plan.apiKeyEnv} is not set)`
        : `the key in ${plan.apiKeyEnv}`
    throw refusedKey(plan, `${plan.baseUrl} refused ${what}: ${status} ${brief(redact(response.body), 80)}`)
  }
}

/** Rejects a key that no header can contain, for instance for a line break. @throws RampartError SERVICE_REFUSED_KEY. */
export function requireSendable(plan: Asked, variable: string | undefined, key = ''): void {
  if (/^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(key) && key === key.trim()) return
  const flaw = 'has spaces at an end, line breaks or characters that a header cannot contain'
  throw refusedKey(plan, `the key in ${variable} ${flaw}`)
}

/** Whether a server may have refused overlong headers; most accept 8 KB or 16 KB. */
const isTooLong = (status: number, { length }: string): boolean =>
  status === 431 || status === 494 || ([400, 413, 414].includes(status) && length > 4_096)

export interface Preflight {
  /** The specification's own sign of a sandbox: its /sandbox operations exist. */
  readonly isSandbox: boolean
  /** The document declares such operations, whether or not the service has them. */
  readonly listsControls: boolean
  /** The observers' findings on the very first response, which the suite itself never sees. */
  readonly seen?: Seen
}

const firstLook = async (
  session: Session,
  { version, requests: { count: requests } }: ScenarioContext,
): Promise<Seen> => {
  await session.settle()
  return { ...session.seen, judged: [{ version, requests, result: null, durationMs: 0 }] }
}

const unreachable = ({ plan, redact }: Session, { message }: NoAnswer): RampartError =>
  new RampartError('SERVICE_UNREACHABLE', {
    message: `${plan.baseUrl} does not respond: ${redact(message)}`,
    where: { url: plan.baseUrl },
  })

const tooLate = ({ baseUrl: url }: Plan): RampartError =>
  new RampartError('SERVICE_UNREACHABLE', {
    message: `the time was up before ${url} was looked at`,
    fix: 'Give the run more time with --for, or more requests a second with --rate.',
    where: { url },
  })

/** Makes one harmless call, and returns the error if it gets no response. */
const lookAt = async (session: Session, context: ScenarioContext): Promise<NoAnswer | undefined> => {
  try {
    refuse(session, await probe(context))
    return undefined
  } catch (error) {
    if (error instanceof NoAnswer) return error
    throw error
  }
}

/**
 * Makes one harmless call, so that a wrong URL or key ends the run at once. @throws RampartError
 * @param budgetMs how long it may take, as a low rate makes its few requests wait
 */
export async function preflight(
  registry: ObserverRegistry,
  plan: Plan,
  keys: Keys,
  budgetMs?: number,
): Promise<Preflight> {
  requireSendable(plan, plan.apiKeyEnv, keys.apiKey)
  requireSendable(plan, plan.secondKeyEnv, keys.secondKey)
  const { webhooks: _unused, ...harmless } = plan
  const session = await Session.open(registry, harmless, keys)
  const version = plan.versions.at(-1) ?? '*'
  const context = new ScenarioContext(session, version, session.newest)
  const listsControls = sandboxControls(context).length > 0
  let isTimeUp = false
  const end = (): void => {
    isTimeUp = true
    session.stop()
  }
  const timer = budgetMs === undefined ? undefined : setTimeout(end, budgetMs)
  try {
    // A single operation may fail; its own rules report that.
    const silence = await lookAt(session, context)
    const seen = await firstLook(session, context)
    // The first missing response explains more than the refusal of a control.
    const isSandbox = await hasSandboxControls(context).catch((error: unknown) => {
      throw error instanceof NoAnswer && silence ? silence : error
    })
    if (silence && context.requests.answered === 0) throw silence
    return { isSandbox, listsControls, seen }
  } catch (error) {
    if (error instanceof NoAnswer) throw isTimeUp ? tooLate(plan) : unreachable(session, error)
    if (isEnding(error)) return { isSandbox: false, listsControls }
    throw error
  } finally {
    clearTimeout(timer)
    await session.close()
  }
}
