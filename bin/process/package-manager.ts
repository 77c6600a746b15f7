/** The command lines of a package manager. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  /** Installs what the lock file records. */
  readonly install: string
  /** Adds the package that follows to a project. */
  readonly add: string
  /** Adds it to the root of a workspace, for which some managers require a flag. */
  readonly addAtRoot: string
  /** Runs a command of an installed package. */
  readonly run: string
  /** Installs the manager on a machine that has only Node. */
  readonly setup?: string
}

/** Makes a row. `rootFlag` follows `add` in the root of a workspace. */
const manager = (
  name: PackageManager['name'],
  commands: Pick<PackageManager, 'install' | 'add' | 'run' | 'setup'>,
  rootFlag = '',
): PackageManager => ({ name, ...commands, addAtRoot: commands.add + rootFlag })

const frozen = 'install --frozen-lockfile'
const corepack = { setup: 'corepack enable' }
const yarn = { ...corepack, add: 'yarn add --dev' }
const pnpm = { ...corepack, install: `pnpm ${frozen}`, add: 'pnpm add --save-dev', run: 'pnpm exec rampart' }
const bun = { setup: 'npm install --global bun', install: `bun ${frozen}`, add: 'bun add --dev' }
const classic = { ...yarn, install: `yarn ${frozen}`, run: 'yarn -s rampart' }

/** Managers, by the name that `managerOf` gives them. */
export const managers = {
  npm: manager('npm', { install: 'npm ci', add: 'npm install --save-dev', run: 'npx rampart' }),
  pnpm: manager('pnpm', pnpm, ' --workspace-root'),
  yarn: manager('yarn', { ...yarn, install: 'yarn install --immutable', run: 'yarn rampart' }),
  yarnClassic: manager('yarn', classic, ' --ignore-workspace-root-check'),
  bun: manager('bun', { ...bun, run: 'bunx rampart' }),
} as const

/** The package manager that the files of a folder show. */
interface ManagerSigns {
  readonly names: readonly string[]
  /** `packageManager` of its package.json, such as `pnpm@10.1.0`. */
  readonly packageManager?: unknown
  /** Content of its yarn.lock. */
  readonly yarnLock?: string
}

const byName = (text: string, signs: ManagerSigns): PackageManager | undefined => {
  const [, name, version = ''] = /^(npm|pnpm|yarn|bun)(?:@(\d+))?/.exec(text) ?? []
  const isClassicLock = signs.yarnLock?.includes('# yarn lockfile v1') === true
  const isClassic = version === '1' || (version === '' && isClassicLock)
  if (name === 'yarn') return isClassic ? managers.yarnClassic : managers.yarn
  return name === 'npm' || name === 'pnpm' || name === 'bun' ? managers[name] : undefined
}

const filesOf = [
  ['pnpm', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ['bun', 'bun.lock', 'bun.lockb'],
  ['yarn', 'yarn.lock'],
  ['npm', 'package-lock.json', 'npm-shrinkwrap.json'],
] as const

/** The manager of a folder; undefined when it shows none. */
export function managerOf(signs: ManagerSigns): PackageManager | undefined {
  const declared = typeof signs.packageManager === 'string' ? byName(signs.packageManager, signs) : undefined
  const [name = ''] = filesOf.find(([, ...files]) => files.some((file) => signs.names.includes(file))) ?? []
  return declared ?? byName(name, signs)
}

/** The manager that started this process (`npm_config_user_agent`); npm when none did. */
export function callingManager(env: NodeJS.ProcessEnv): PackageManager {
  const [agent = ''] = (env['npm_config_user_agent'] ?? '').split(' ')
  return byName(agent.replace('/', '@'), { names: [] }) ?? managers.npm
}
