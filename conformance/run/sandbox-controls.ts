import type { Operation } from '../../runtime/surface.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import type { ScenarioContext } from '../rules/context.js'
import { ifPossible } from '../model/outcome.js'

const isControl = (route: string): boolean => /^(put|post|patch) \/sandbox\/[^{]+\/\{\}$/.test(route)

const strangePath = (path: string): string =>
  path.replace(/\/sandbox\/[^{]+\//, '/sandbox/rampart-no-such-control/')

/** Calls a control for a thing that does not exist, with a body that is no use: it can change nothing. */
const knock = (context: ScenarioContext, control: Operation): Promise<Exchange> =>
  context.call(control, {
    path: [context.session.uuid()],
    body: 'rampart-no-such-value',
    changesNothing: true,
    isStray: true,
  })

/** The marks by which a handler is recognized, whatever it was asked for: media type and form of the body. */
const form = ({ response }: Exchange): string => {
  const body = jsonBody(response)
  const members = typeof body === 'object' && body !== null ? Object.keys(body).toSorted() : []
  return JSON.stringify([headerValue(response.headers, 'content-type'), typeof body, members])
}

const absent = new Set([401, 403, 404, 405, 501])

const tells = (real: Exchange, missing: Exchange): boolean => {
  const [status, other] = [real.response.status, missing.response.status]
  if (!absent.has(status)) return status < 500 && absent.has(other)
  return status === 404 && other === 404 && form(real) !== form(missing)
}

/** The simulation operations that the document lists and that name one thing each. */
export function sandboxControls(context: ScenarioContext): readonly Operation[] {
  return [...context.under.operations.routes].flatMap(([route, control]) =>
    isControl(route) ? [control] : [],
  )
}

/**
 * The specification's own sign of a sandbox: its /sandbox operations exist and answer. A control of the document is
 * called beside one that no service has; only a service that knows the first tells them apart. When in doubt it is
 * production, whose document may list the controls too.
 */
export async function hasSandboxControls(context: ScenarioContext): Promise<boolean> {
  for (const control of sandboxControls(context)) {
    const real = await knock(context, control)
    // A gateway may be busy with what nobody has: then this control tells nothing.
    const missing = await ifPossible(knock(context, { ...control, path: strangePath(control.path) }))
    if (missing && tells(real, missing)) return true
  }
  return false
}
