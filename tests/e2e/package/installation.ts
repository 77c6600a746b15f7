import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finished, type Finished, root } from '../cli.js'

const exec = promisify(execFile)
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** A package as npm's own lock file in `node_modules` lists it. */
export interface InstalledPackage {
  readonly hasInstallScript?: boolean
}

/** rampart installed in an empty project, used by a user who may not write to the installation. */
export interface Installation {
  readonly project: string
  /** The folder of the installed package. */
  readonly folder: string
  readonly tarball: string
  /** Paths of the files in the tarball. */
  readonly packed: readonly string[]
  /** The output of npm install. */
  readonly said: Finished
  readonly packages: Readonly<Record<string, InstalledPackage>>
  /** Makes a folder of the project that its user may write to. */
  readonly makeFolder: (name: string) => Promise<string>
  /** Starts a program in such a folder. */
  readonly start: (cwd: string, command: string, ...args: readonly string[]) => ChildProcess
  readonly remove: () => Promise<void>
}

const envOf = (project: string): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|RAMPART_|NODE_ENV$|TEST$|CI$|npm_)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    HOME: join(project, 'no-home'),
    RAMPART_API_KEY: 'sandbox-key',
    RAMPART_WEBHOOK_SECRET: 'whsec_of-the-road',
  }
}

/** Packs what was built, and installs it. */
export async function install(): Promise<Installation> {
  const project = await mkdtemp(join(tmpdir(), 'rampart-package-'))
  const { stdout } = await exec(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', project],
    { cwd: root, maxBuffer: 2 ** 26 },
  )
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  await writeFile(join(project, 'package.json'), '{ "name": "empty", "private": true }\n')
  const tarball = join(project, filename)
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=warn']
  const said = await finished(spawn('npm', ['install', ...options, tarball], { cwd: project, stdio: 'pipe' }))
  if (said.code !== 0) throw new Error(said.stderr)
  const modules = join(project, 'node_modules')
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, InstalledPackage>
  }
  await exec('chmod', ['-R', 'a-w,a+rX', modules])
  await exec('chmod', ['a+rx', project])
  return {
    project,
    folder: join(modules, 'rampart'),
    tarball,
    packed: files.map(({ path }) => path),
    said,
    packages: lock.packages,
    makeFolder: async (name) => {
      // A second try gets a folder of its own.
      const made = await mkdtemp(join(project, `${name}-`))
      await exec('chmod', ['a+rwx', made])
      return made
    },
    start: (cwd, command, ...args) =>
      spawn(command, args, {
        cwd,
        env: envOf(project),
        stdio: ['ignore', 'pipe', 'pipe'],
        // The user nobody owns no files: root could write to a read-only installation.
        ...(isRoot ? { uid: nobody, gid: nobody } : {}),
      }),
    remove: async () => {
      await exec('chmod', ['-R', 'u+w', project])
      await rm(project, { recursive: true, force: true })
    },
  }
}
