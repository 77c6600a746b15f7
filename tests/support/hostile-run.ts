import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report, Verdict } from '../../conformance/index.js'
import { createSandbox, defaultApiKey, loadReferenceService } from '../../sandbox/index.js'
import { finished, runCli, startCli } from '../e2e/cli.js'
import { dyingService, type Failure } from './dying.js'
import { libraryDocument } from './library/document.js'
import { card, Library } from './library/service.js'

/** The two ways to test a service: by the rules of the payment API, and by a document alone. */
export const modes = ['payment', 'document'] as const
export type Mode = (typeof modes)[number]

/** The hostility of a service, and the kind of run against it. */
interface Hostility {
  readonly mode: Mode
  readonly failure: Failure
  /** The number of the first request that it fails. */
  readonly from: number
  /** Path of the API as the user gives it. */
  readonly basePath?: string
  readonly key?: string
  /** Whether the run has a process of its own, which has to end by itself. */
  readonly isProcess?: boolean
}

/** The result of a run. */
export interface HostileRun {
  /** Null where it had to be killed. */
  readonly code: number | null
  /** Its output and its files, by name. */
  readonly outputs: ReadonlyMap<string, string>
  readonly report: (Report & { readonly verdict: Verdict }) | undefined
}

/** A good service. */
interface Target {
  readonly url: string
  readonly key: string
  readonly args: readonly string[]
  readonly close: () => unknown
}

const openSandbox = async () => {
  const app = await createSandbox({ ...(await loadReferenceService()), seed: 7 })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** One sandbox for all runs, each of which creates its own customers. */
let sandbox: ReturnType<typeof openSandbox> | undefined

/** Closes what the runs share. */
export const closeShared = async (): Promise<void> => {
  const open = await sandbox
  sandbox = undefined
  await open?.app.close()
}

const targets: Readonly<Record<Mode, (folder: string) => Promise<Target>>> = {
  payment: async () => {
    const { url } = await (sandbox ??= openSandbox())
    const args = ['--allow-writes', '--rules', 'customers/*']
    return { url, key: defaultApiKey, args, close: () => undefined }
  },
  document: async (folder) => {
    const { url, close } = await new Library().listen()
    await writeFile(join(folder, 'library.json'), JSON.stringify(libraryDocument()))
    return { url, key: card, args: ['--document', 'library.json', '--for', '3'], close }
  },
}

/** The longest time of a run; one that does not end by itself is killed. */
const limitMs = 90_000
const mostAtOnce = 8
const waiting: (() => void)[] = []
let running = 0

/** With more concurrent runs, responses would be late. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const inProcess = async (args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) => {
  const child = startCli(args, options)
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  return finished(child).finally(() => clearTimeout(limit))
}

const runIn = async (
  folder: string,
  given: readonly string[],
  key: string,
  isProcess: boolean,
): Promise<HostileRun> => {
  const summary = join(folder, 'summary.md')
  const env = {
    RAMPART_API_KEY: key,
    RAMPART_AUTH_CARD: key,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  }
  const args = ['test', ...given, '--timeout', '4', '--report-dir', 'report']
  const options = { cwd: folder, env }
  const { code, stdout, stderr } = isProcess
    ? await inProcess(args, options)
    : await runCli(args, options, AbortSignal.timeout(limitMs))
  const outputs = new Map([
    ['stdout', stdout],
    ['stderr', stderr],
  ])
  const names = await readdir(join(folder, 'report')).catch(() => [])
  for (const name of names) outputs.set(name, await readFile(join(folder, 'report', name), 'utf8'))
  outputs.set('summary.md', await readFile(summary, 'utf8').catch(() => ''))
  const json = outputs.get('report.json')
  return {
    code,
    outputs,
    report: json === undefined ? undefined : (JSON.parse(json) as HostileRun['report']),
  }
}

/** Runs the command line against a good service behind a hostile one. */
export const runAgainst = ({
  mode,
  failure,
  from,
  basePath = '/api',
  key,
  isProcess = false,
}: Hostility): Promise<HostileRun> =>
  inTurn(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rampart-hostile-'))
    const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
    try {
      const target = await targets[mode](folder)
      ends.push(target.close)
      const isDue = (_path: string, count: number): boolean => count >= from
      const { origin } = await dyingService(target.url, failure, isDue, (end) => ends.push(end))
      const base = mode === 'payment' ? ['--spec-url', origin] : []
      const args = ['--base-url', `${origin}${basePath}`, ...base, ...target.args]
      return await runIn(folder, args, key ?? target.key, isProcess)
    } finally {
      for (const end of ends.toReversed()) await end()
    }
  })
