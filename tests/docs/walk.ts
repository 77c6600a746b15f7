import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, root } from '../e2e/cli.js'
import { deadOrigin } from '../support/loopback.js'

/** A block of commands of a page, as a reader types it, with what the page shows of its output. */
export interface Step {
  readonly commands: string
  readonly shown: readonly string[]
}

/** The blocks of commands of a page, in order. A block of text behind one is its output. */
export const stepsOf = (page: string): readonly Step[] => {
  const text = readFileSync(join(root, page), 'utf8')
  const steps: { commands: string; shown: string[] }[] = []
  for (const [, language, block = ''] of text.matchAll(/^```(sh|text)\n([^]*?)^```$/gm)) {
    if (language === 'sh') steps.push({ commands: block, shown: [] })
    else steps.at(-1)?.shown.push(...block.split('\n').filter((line) => line.trim() !== ''))
  }
  return steps
}

/** The output of a step, on both streams, and the exit code of its last command. */
interface Walked {
  readonly code: number | null
  readonly output: string
}

/** Two terminals in a folder: one for the commands, which keeps its variables, and one for the sandbox. */
interface Terminals {
  readonly take: (step: Step) => Promise<Walked>
  readonly close: () => void
}

/** Ids and counts differ from run to run, and a page shows the beginning of a long command. */
export const comparable = (line: string): string =>
  line
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replaceAll(/\d+/g, 'N')
    .replace(/(curl -sS -i) .*/, '$1')
    .trim()

/** @param env of both terminals; `--port` is given to the sandbox, since other tests run beside this one */
export async function openTerminals(cwd: string, env: NodeJS.ProcessEnv): Promise<Terminals> {
  const origin = await deadOrigin()
  const state = join(cwd, '.terminal')
  await writeFile(state, `cd '${cwd}'\n`)
  const atPort = (text: string): string =>
    text
      .replaceAll('http://127.0.0.1:4010', origin)
      .replaceAll('rampart sandbox', `$& --port ${new URL(origin).port}`)
  const bash = (commands: string) =>
    spawn('bash', ['-eo', 'pipefail', '-c', `. '${state}'\n${atPort(commands)}`], {
      env,
      cwd,
      // A group of its own, since npx starts further processes.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  let sandbox: ReturnType<typeof bash> | undefined
  const close = (): void => {
    if (sandbox?.pid !== undefined) process.kill(-sandbox.pid, 'SIGTERM')
    sandbox = undefined
  }
  const serve = async (commands: string): Promise<Walked> => {
    if (sandbox) {
      const ended = finished(sandbox)
      close()
      await ended
    }
    const started = bash(commands)
    sandbox = started
    let output = ''
    return new Promise((done) => {
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          if (output.includes('Stop it:')) done({ code: 0, output })
        })
      started.on('close', (code) => done({ code, output }))
    })
  }
  return {
    take: async ({ commands }) => {
      if (commands.startsWith('npx rampart sandbox')) return serve(commands)
      const keep = `trap '{ declare -px; printf "cd %q\\n" "$PWD"; } > "${state}"' EXIT\n`
      const { code, stdout, stderr } = await finished(bash(keep + commands))
      return { code, output: `${stdout}${stderr}` }
    },
    close,
  }
}
