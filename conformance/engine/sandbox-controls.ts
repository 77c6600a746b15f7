import type { Operation } from '../../runtime/surface.js'
import type { ScenarioContext } from './context.js'

const isControl = (route: string): boolean => /^(put|post|patch) \/sandbox\/[^{]+\/\{\}$/.test(route)

const strangePath = (path: string): string =>
  path.replace(/\/sandbox\/[^{]+\//, '/sandbox/rampart-no-such-control/')

/** Calls a control for a thing that does not exist, with a body that is no use: it can change nothing. */
const knock = async (context: ScenarioContext, control: Operation): Promise<number> => {
  const exchange = await context.call(control, {
    path: [context.session.uuid()],
    body: 'rampart-no-such-value',
  })
  return exchange.response.status
}

const absent = new Set([401, 403, 404, 405, 501])

/**
 * The specification's own sign of a sandbox: its /sandbox operations exist and answer. A control of the document is
 * called beside one that no service has; only a service that knows the first tells them apart. When in doubt it is
 * production, whose document may list the controls too.
 */
export async function hasSandboxControls(context: ScenarioContext): Promise<boolean> {
  const controls = [...context.under.operations.routes].filter(([route]) => isControl(route))
  for (const [, control] of controls) {
    const real = await knock(context, control)
    const missing = await knock(context, { ...control, path: strangePath(control.path) })
    if (!absent.has(real) && real < 500 && absent.has(missing)) return true
  }
  return false
}
