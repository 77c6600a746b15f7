import {
  defaultMostCreations,
  type Keys,
  type Plan,
  preflight,
  type Preflight,
  type Registry,
} from '../../conformance/index.js'
import { isLoopback, RampartError } from '../../diagnostics/index.js'
import { colorsFor, type CommandContext, untilAborted } from '../process/context.js'
import type { TestOptions } from './command.js'
import { counted } from '../../reporting/index.js'

const hostOf = ({ baseUrl }: Plan): string => new URL(baseUrl).host

/** The reason to assume production, whose document may list sandbox operations too. */
const signOf = ({ listsControls }: Preflight): string =>
  listsControls
    ? 'lists /sandbox operations, and answers them as it answers operations that it does not have'
    : 'shows no sandbox controls'

const refuse = (plan: Plan, sign: string): never => {
  const due =
    'must be on the command line itself; RAMPART_ALLOW_WRITES and the config file do not count there'
  throw new RampartError('WRITES_REFUSED', { message: `${hostOf(plan)} ${sign}, so --allow-writes ${due}` })
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

/** Permission by address, for a service that no pack knows. */
const permissionByAddress = (
  plan: Plan,
  { allowWrites, allowDestructive }: TestOptions,
  isExplicit: boolean,
  context: CommandContext,
): Plan => {
  const host = hostOf(plan)
  const isHere = isLoopback(new URL(plan.baseUrl).hostname)
  const isWanted = allowWrites ?? (allowDestructive === true || isHere)
  if (!isWanted) {
    const [why, advice] = isHere
      ? ['--no-allow-writes was given', '']
      : [`${host} is another machine`, '; pass --allow-writes to judge more']
    context.stderr(`${why}, so only operations that read are called${advice}.\n`)
  } else if (isHere && allowWrites === undefined)
    context.stderr(`${host} is this machine, so things are created there; --no-allow-writes prevents that.\n`)
  if (isWanted && !isHere && !isExplicit) return refuse(plan, 'is another machine')
  return { ...plan, allowWrites: isWanted }
}

/** A plan with its permissions, and the responses of the preflight. */
export interface LookedAt {
  readonly plan: Plan
  readonly seen: Preflight['seen']
}

/**
 * Decides whether the run may create things. Where a pack knows the service: on a sandbox, by the specification's sign.
 * Of any other service: on this machine. Anywhere else only when this very command line says so.
 */
export async function withWritePermission(
  plan: Plan,
  keys: Keys,
  options: TestOptions,
  registry: Registry,
  context: CommandContext,
): Promise<LookedAt> {
  const { sources } = options
  const isExplicit = sources?.get('allowWrites') === 'cli' || sources?.get('allowDestructive') === 'cli'
  if (!registry.service)
    return { plan: permissionByAddress(plan, options, isExplicit, context), seen: undefined }
  const budgetMs = options.for === undefined ? undefined : options.for * 1000
  const looking = preflight(registry, plan, keys, budgetMs)
  const look = await untilAborted(context.signal, looking)
  if (options.allowWrites === false) return { plan, seen: look.seen }
  const allowWrites = plan.allowWrites || options.allowDestructive === true
  return { plan: granted({ ...plan, allowWrites }, isExplicit, look, context), seen: look.seen }
}
