import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { cleanEnv, type Finished, finished, root } from '../e2e/cli.js'
import { temporaryFolder } from '../support/folder.js'

/** A step of a workflow or of a composite action, as far as it is looked at here. */
export interface Step {
  readonly name?: string
  readonly id?: string
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly shell?: string
}

/** A folder with commands that stand in for those of a runner, and what one of them was called with. */
interface Runner {
  readonly path: string
  readonly calls: () => Promise<readonly string[]>
}

const script = async (file: string, text: string): Promise<void> => {
  await writeFile(file, `#!/usr/bin/env bash\n${text}\n`)
  await chmod(file, 0o755)
}

/** `npx rampart` is the built command line, `npm` does nothing, `gh` writes down what it is called with. */
export async function makeRunner(): Promise<Runner> {
  const path = join(temporaryFolder(), 'bin')
  const log = join(path, 'gh.log')
  await mkdir(path)
  const cli = join(root, 'dist', 'bin', 'rampart.js')
  await script(
    join(path, 'npx'),
    `[ "$1 $2" = "--no --" ] && shift 2\nshift\nexec "${process.execPath}" "${cli}" "$@"`,
  )
  await script(join(path, 'npm'), 'exit 0')
  await script(
    join(path, 'gh'),
    `printf '%s\\n' "$*" >> "${log}"\n[ "$1 $2" = "pr view" ] && echo "\${GH_STATE:-CLOSED}"\nexit 0`,
  )
  const calls = async (): Promise<readonly string[]> =>
    (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return { path, calls }
}

/** Values of expressions such as `vars.RAMPART_SPEC_URL`; others are empty, as on GitHub. */
type Expressions = Readonly<Record<string, string>>

const filled = (text: string, values: Expressions): string =>
  text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => values[expression] ?? '')

/** Runs the script of a step as GitHub does, with the variables that the step is given. */
export function runStep(
  { run = '', env = {} }: Step,
  { path }: Runner,
  where: { readonly cwd: string; readonly values?: Expressions; readonly env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  const given = Object.entries(env).map(([name, text]) => [name, filled(text, where.values ?? {})])
  // An expression inside a script would be executed, so scripts must not contain any.
  if (run.includes('${{')) throw new Error(`an expression stands in a script: ${run}`)
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: where.cwd,
    env: {
      ...cleanEnv(),
      ...where.env,
      ...Object.fromEntries(given),
      PATH: [path, process.env['PATH']].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return finished(child)
}
