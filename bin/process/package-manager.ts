/** How a package manager is called. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  /** Installs what the lock file records. */
  readonly install: string
  /** Adds a package to a project; what it adds comes behind. */
  readonly add: string
  /** The same in the root of a workspace, which some managers require a flag for. */
  readonly addAtRoot: string
  /** Runs a command of an installed package. */
  readonly run: string
  /** Makes it available on a machine that has Node alone. */
  readonly setup?: string
}

/** Managers, by the name that `managerOf` gives them. */
export const managers = {
  npm: {
    name: 'npm',
    install: 'npm ci',
    add: 'npm install --save-dev',
    addAtRoot: 'npm install --save-dev',
    run: 'npx rampart',
  },
  pnpm: {
    name: 'pnpm',
    install: 'pnpm install --frozen-lockfile',
    add: 'pnpm add --save-dev',
    addAtRoot: 'pnpm add --save-dev --workspace-root',
    run: 'pnpm exec rampart',
    setup: 'corepack enable',
  },
  yarn: {
    name: 'yarn',
    install: 'yarn install --immutable',
    add: 'yarn add --dev',
    addAtRoot: 'yarn add --dev',
    run: 'yarn rampart',
    setup: 'corepack enable',
  },
  yarnClassic: {
    name: 'yarn',
    install: 'yarn install --frozen-lockfile',
    add: 'yarn add --dev',
    addAtRoot: 'yarn add --dev --ignore-workspace-root-check',
    run: 'yarn -s rampart',
    setup: 'corepack enable',
  },
  bun: {
    name: 'bun',
    install: 'bun install --frozen-lockfile',
    add: 'bun add --dev',
    addAtRoot: 'bun add --dev',
    run: 'bunx rampart',
    setup: 'npm install --global bun',
  },
} as const satisfies Record<string, PackageManager>

/** The package manager that the files of a folder show. */
export interface ManagerSigns {
  readonly names: readonly string[]
  /** `packageManager` of its package.json, such as `pnpm@10.1.0`. */
  readonly packageManager?: unknown
  /** Content of its yarn.lock. */
  readonly yarnLock?: string
}

const byName = (text: string, signs: ManagerSigns): PackageManager | undefined => {
  const [, name, version = ''] = /^(npm|pnpm|yarn|bun)(?:@(\d+))?/.exec(text) ?? []
  if (name === 'yarn') {
    const isClassic =
      version === '1' || (version === '' && signs.yarnLock?.includes('# yarn lockfile v1') === true)
    return isClassic ? managers.yarnClassic : managers.yarn
  }
  return name === 'npm' || name === 'pnpm' || name === 'bun' ? managers[name] : undefined
}

const byFile: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'pnpm-workspace.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'yarn.lock': 'yarn',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
}

/** The manager of a folder; undefined when it shows none. */
export function managerOf(signs: ManagerSigns): PackageManager | undefined {
  const declared = typeof signs.packageManager === 'string' ? byName(signs.packageManager, signs) : undefined
  const file = Object.keys(byFile).find((name) => signs.names.includes(name))
  return declared ?? (file === undefined ? undefined : byName(byFile[file] ?? '', signs))
}

/** The manager that started this process (`npm_config_user_agent`); npm when none did. */
export function callingManager(env: NodeJS.ProcessEnv): PackageManager {
  const [agent = ''] = (env['npm_config_user_agent'] ?? '').split(' ')
  return byName(agent.replace('/', '@'), { names: [] }) ?? managers.npm
}
