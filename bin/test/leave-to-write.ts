import {
  defaultMostCreations,
  keysFrom,
  type Plan,
  preflight,
  type Preflight,
  type Registry,
} from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { untilAborted } from '../process/until-aborted.js'
import { counted } from '../../reporting/index.js'

const hostOf = ({ baseUrl }: Plan): string => new URL(baseUrl).host

/** Why a service is taken for production; the document alone is no sign, for that of production may list everything. */
const signOf = ({ listsControls }: Preflight): string =>
  listsControls
    ? 'lists /sandbox operations, and answers them as it answers operations that it does not have'
    : 'shows no sandbox controls'

const refuse = (plan: Plan, sign: string): never => {
  throw new RampartError('WRITES_REFUSED', {
    message: `${hostOf(plan)} ${sign}, so it is taken for production; leave to write there has to stand on the command line, and it comes from RAMPART_ALLOW_WRITES or the config file`,
    where: { url: plan.baseUrl },
  })
}

const warn = (plan: Plan, sign: string, context: CommandContext): void => {
  const { bold, yellow } = colorsFor(context.color)
  const text = [
    `WARNING: ${hostOf(plan)} ${sign}. It may be production.`,
    `--allow-writes was given, so up to ${counted(plan.maxCreations ?? defaultMostCreations, 'thing is', 'things are')} created there, each with an external id`,
    'that begins with "rampart-" where it can have one. The report lists them; what can be deleted is deleted.',
  ]
  context.stderr(`${bold(yellow(text.join('\n')))}\n`)
}

const granted = (plan: Plan, isExplicit: boolean, look: Preflight, context: CommandContext): Plan => {
  if (look.isSandbox) return { ...plan, allowWrites: true }
  const sign = signOf(look)
  if (!plan.allowWrites) {
    context.stderr(`The service ${sign}, so nothing is created; pass --allow-writes to judge more.\n`)
    return plan
  }
  if (!isExplicit) return refuse(plan, sign)
  warn(plan, sign, context)
  return plan
}

/** A plan that knows what it may do, and what was seen of the service on the way. */
export interface LookedAt {
  readonly plan: Plan
  readonly seen: Preflight['seen']
}

/**
 * Looks at the service and decides whether the run may create things: on a sandbox, by the specification's own sign,
 * always; anywhere else only when this very command line says so.
 * @param isExplicit true when `--allow-writes` stands on the command line
 * @throws RampartError WRITES_REFUSED, and what a preflight throws.
 */
export async function withLeaveToWrite(
  plan: Plan,
  isExplicit: boolean,
  registry: Registry,
  context: CommandContext,
): Promise<LookedAt> {
  const look = await untilAborted(context.signal, preflight(registry, plan, keysFrom(plan, context.env)))
  return { plan: granted(plan, isExplicit, look, context), seen: look.seen }
}
