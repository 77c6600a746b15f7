import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions } from './options.js'
import { complaintOf, runQuietly } from './run-quietly.js'
import type { RunCommand, Stage } from './stage.js'

const mostShown = 20

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  )

/** The folder of generated code that a failure is about, where there is none: whoever has none wants none. */
const missingFolder = async (error: unknown, cwd: string): Promise<string | undefined> => {
  const folder =
    error instanceof RampartError && error.code === 'GENERATED_STALE' ? error.where?.file : undefined
  return folder === undefined || (await isThere(resolve(cwd, folder))) ? undefined : folder
}

/** `rampart generate --check`: is the generated code what the documents give? */
export async function generateStage(
  run: RunCommand,
  options: CheckOptions,
  context: CommandContext,
): Promise<Omit<Stage, 'durationMs'>> {
  const args = ['generate', '--check', ...argument('--out', options.out)]
  let said = ''
  const ran = await runQuietly(run, args, { ...context, stderr: (text) => void (said += text) })
  const stage = { name: 'generate' as const, commands: [ran.command] }
  const missing = await missingFolder(ran.error, context.cwd)
  if (missing !== undefined) {
    const summary = `there is no folder ${missing}; run "rampart generate" once if its code is wanted`
    return { ...stage, state: 'skipped', exitCode: 0, summary, details: [] }
  }
  context.stderr(said)
  if (ran.code === 0) {
    const summary = 'the generated code is what the documents give'
    return { ...stage, state: 'passed', exitCode: 0, summary, details: [] }
  }
  const shown = ran.problems.slice(0, mostShown).map(({ message }) => message)
  const rest = ran.problems.length - shown.length
  const details = [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])]
  const fix = ran.error instanceof RampartError ? [ran.error.fix] : []
  return {
    ...stage,
    state: 'failed',
    exitCode: ran.code,
    summary: complaintOf(ran),
    details: [...details, ...fix],
  }
}
