import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// `npm start`: the demo: every command, as a user would give it, against the embedded service.

const root = fileURLToPath(new URL('../../', import.meta.url))
const cli = join(root, 'dist', 'bin', 'rampart.js')
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
const folder = join(root, '.rampart', 'demo')
const short = (text: string): string => (text.startsWith(root) ? relative(root, text) : text)
const children = new Set<ChildProcess>()

/** The output of `rampart sandbox --json`; `test` is the command that it prints for its user to copy. */
interface Service {
  readonly baseUrl: string
  readonly specUrl: string
  readonly test: { readonly env: Record<string, string>; readonly args: readonly string[] }
}

const start = (
  args: readonly string[],
  env: Record<string, string>,
  stdout: 'inherit' | 'pipe',
): ChildProcess => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

const width = 100

/** A command as it can be copied, broken where it is long: never between an option and its value. */
const wrapped = (args: readonly string[]): string => {
  const words = args.join(' ').split(/ (?=--)/)
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join(' \\\n    ')
}

const run = (title: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> => {
  process.stdout.write(`\n> ${title}\n`)
  const child = start(args, env, 'inherit')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 130))
  })
}

const startService = (): Promise<Service> => {
  const args = ['sandbox', '--port', '0', '--webhook-port', '0', '--webhook-retry', '200', '--seed', '1']
  process.stdout.write(`> npx rampart ${args.join(' ')}\n`)
  const child = start([cli, ...args, '--json'], {}, 'pipe')
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the embedded service ended with ${code}`)))
    if (!child.stdout) return reject(new Error('the embedded service has no output'))
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as Service))
  })
}

const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
  lib: ['es2022', 'dom'],
}

const compile = async (): Promise<number> => {
  const config = { compilerOptions: strictOptions, include: ['generated/**/*.d.ts', 'consumer.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), `${JSON.stringify(config, undefined, 2)}\n`)
  const consumer =
    "import { load, versions } from './generated/index.js'\n\nexport const surfaces = versions.map(load)\n"
  await writeFile(join(folder, 'consumer.ts'), consumer)
  const code = await run('tsc --strict', [tsc, '-p', folder])
  if (code === 0) process.stdout.write('The generated code compiles under the strictest flags.\n')
  return code
}

const walk = async (): Promise<number> => {
  await mkdir(folder, { recursive: true })
  const service = await startService()
  process.stdout.write(`The embedded service listens at ${service.baseUrl}\n`)
  const within = (name: string): string => short(join(folder, name))
  const [specs, code, report] = [within('specs'), within('generated'), within('report')]
  const rampart = (args: readonly string[], env: Record<string, string> = {}): Promise<number> =>
    run(wrapped(['npx rampart', ...args.map(short)]), [cli, ...args], env)
  const steps: readonly (() => Promise<number>)[] = [
    () => rampart(['fetch', '--spec-url', service.specUrl, '--out', specs]),
    () => rampart(['generate', '--specs', specs, '--out', code]),
    compile,
    // The service is on this machine, so a few rules at a time are not a burden to it.
    () => rampart([...service.test.args, '--concurrency', '4', '--report-dir', report], service.test.env),
  ]
  for (const step of steps) {
    const exit = await step()
    if (exit !== 0) return exit
  }
  return 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}

try {
  process.exitCode = await walk()
} finally {
  for (const child of children) child.kill('SIGTERM')
}
