import { keysFrom, type Plan, preflight } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../colors.js'
import type { CommandContext } from '../context.js'
import { untilAborted } from '../until-aborted.js'

const hostOf = ({ baseUrl }: Plan): string => new URL(baseUrl).host

const refuse = (plan: Plan): never => {
  throw new RampartError('WRITES_REFUSED', {
    message: `${hostOf(plan)} shows no sandbox controls, so it is taken for production; leave to write there has to stand on the command line, and it comes from RAMPART_ALLOW_WRITES or the config file`,
    where: { url: plan.baseUrl },
  })
}

const warn = (plan: Plan, context: CommandContext): void => {
  const { bold, yellow } = colorsFor(context.color)
  const text = [
    `WARNING: ${hostOf(plan)} shows no sandbox controls. It may be production.`,
    `--allow-writes was given, so up to ${plan.maxCreations} things are created there, each with an external id`,
    'that begins with "rampart-" where it can have one. The report lists them; what can be deleted is deleted.',
  ]
  context.stderr(`${bold(yellow(text.join('\n')))}\n`)
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
  context: CommandContext,
): Promise<Plan> {
  const { isSandbox } = await untilAborted(context.signal, preflight(plan, keysFrom(plan, context.env)))
  if (isSandbox) return { ...plan, allowWrites: true }
  if (!plan.allowWrites) {
    context.stderr(
      'The service shows no sandbox controls, so nothing is created; pass --allow-writes to judge more.\n',
    )
    return plan
  }
  if (!isExplicit) return refuse(plan)
  warn(plan, context)
  return plan
}
