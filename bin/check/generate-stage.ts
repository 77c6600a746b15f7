import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { staleError } from '../generate/differences.js'
import type { GenerateCommandOptions } from '../generate/options.js'
import { compareGenerated } from '../generate/run-generate.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions, commandLine, type PartOptions } from './options.js'
import { attempt, failureText, firstLines, skipped, type StageResult } from './stage.js'

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  )

/** `rampart generate --check`: is the generated code what the documents give? */
export async function generateStage(
  options: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<StageResult> {
  const commands = [commandLine(['generate', '--check', ...argument('--out', options.out)])]
  let talk = ''
  const quiet = { ...context, stderr: (text: string) => void (talk += text) }
  let settings: GenerateCommandOptions | undefined
  const tried = await attempt(
    quiet,
    async () => compareGenerated((settings = parts.generate()), quiet),
    (comparison) => settings && staleError(settings, comparison),
  )
  // Whoever has no generated code wants none.
  if (settings && tried.value && !(await isThere(resolve(context.cwd, settings.out)))) {
    const summary = `there is no folder ${settings.out}; run "rampart generate" once if its code is wanted`
    return skipped('generate', summary, commands)
  }
  context.stderr(talk)
  const { exitCode, error } = tried
  const stage = { name: 'generate' as const, exitCode, commands }
  if (exitCode === 0) {
    context.stderr(`${settings?.out} is up to date.\n`)
    return {
      ...stage,
      state: 'passed',
      summary: 'the generated code is what the documents give',
      details: [],
    }
  }
  const { problems = [], fix } = error instanceof RampartError ? error : {}
  const details = firstLines(problems.map(({ message }) => message))
  return {
    ...stage,
    state: 'failed',
    summary: failureText(tried),
    details: [...details, ...(fix === undefined ? [] : [fix])],
  }
}
