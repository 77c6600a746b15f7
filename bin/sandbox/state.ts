import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import type * as sandboxWing from '../../sandbox/index.js'
import type { DataUnusableError } from '../../sandbox/index.js'
import { given } from '../input/given.js'
import type { CommandContext } from '../process/context.js'
import type { SandboxOptions } from './command.js'

/** The error of a command whose state cannot be stored in that folder. */
export function dataRefusal(cause: DataUnusableError): RampartError {
  return new RampartError('SANDBOX_DATA_UNUSABLE', {
    message: `${cause.message}.`,
    where: { file: cause.path },
    cause,
  })
}

type Sandbox = typeof sandboxWing

/** State that responses depend on: chosen by the options, or stored by an earlier run. */
export interface State {
  readonly seed: number
  readonly reading: 'first' | 'other'
  readonly data?: sandboxWing.SandboxData
}

const keptState = async (
  sandbox: Sandbox,
  path: string,
  { seed, reading }: Pick<SandboxOptions, 'seed' | 'reading'>,
): Promise<State> => {
  try {
    const data = await sandbox.openData(path, given({ seed, reading }))
    return { ...data.origin, data }
  } catch (cause) {
    throw cause instanceof sandbox.DataUnusableError ? dataRefusal(cause) : cause
  }
}

/**
 * The state for the options; a stored one is opened.
 * @throws RampartError SANDBOX_DATA_UNUSABLE.
 */
export function stateOf(
  sandbox: Sandbox,
  context: CommandContext,
  options: SandboxOptions,
): State | Promise<State> {
  return options.data === undefined
    ? { seed: options.seed ?? sandbox.freshSeed(), reading: options.reading ?? 'first' }
    : keptState(sandbox, resolve(context.cwd, options.data), options)
}
