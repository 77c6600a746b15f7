import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { packageRoot } from '../process/package-info.js'
import type { CiSystem } from './command.js'
import { managers, type PackageManager } from '../process/package-manager.js'
import type { Project } from './project.js'

/** A file of the CI, and where it goes, relative to the project. */
interface CiFile {
  readonly path: string
  /** Its content; the branch of an earlier file stays, whichever is checked out. */
  readonly content: (present?: string) => string
  /** Whether a text equals the file for some package manager, so that replacing it loses no edit. */
  readonly isOurs: (text: string) => boolean
}

/** The path of a project in its repository, with `/` between folders; empty at its top. */
interface Location {
  readonly project: string
  readonly install: string
}

const posix = (path: string): string => path.replaceAll('\\', '/')

const locationOf = ({ cwd, repository, installFolder }: Project): Location => {
  const root = resolve(cwd, repository)
  return { project: posix(relative(root, cwd)), install: posix(relative(root, resolve(cwd, installFolder))) }
}

/** A folder as a part of a name. */
const slugOf = (folder: string): string => folder.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')

const lockFiles = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock' } as const

/** Steps that install the manager, which the cache of setup-node needs, and that cache. */
const withManager = (text: string, { name, setup }: PackageManager, { install }: Location): string => {
  if (name === 'bun') {
    return text
      .replaceAll('      - uses: actions/setup-node@v5\n', '      - uses: oven-sh/setup-bun@v2\n$&')
      .replaceAll('          cache: npm\n', '')
  }
  const lock = install === '' ? '' : `          cache-dependency-path: ${install}/${lockFiles[name]}\n`
  const step = setup === undefined ? '' : `      - run: ${setup}\n`
  return text
    .replaceAll('      - uses: actions/setup-node@v5\n', (found) => `${step}${found}`)
    .replaceAll('          cache: npm\n', `          cache: ${name}\n${lock}`)
}

const branches = /^( {4}branches: )\[(.*)\]$/m

/** The branch of a GitHub workflow, as written there. */
const branchIn = (text: string | undefined): string | undefined => branches.exec(text ?? '')?.[2]

/** A branch name as a YAML value. */
const yamlText = (branch: string): string => `'${branch.replaceAll("'", "''")}'`

const githubText = (source: string, manager: PackageManager, location: Location, branch?: string): string => {
  const { project, install } = location
  const commands = withManager(source, manager, location)
    .replace(branches, (found, name: string) => (branch === undefined ? found : `${name}[${branch}]`))
    .replaceAll('- run: npm ci\n', `- run: ${manager.install}\n`)
    .replaceAll('npx rampart', manager.run)
  if (project === '') return commands
  const slug = slugOf(project)
  const inFolder = (folder: string): string => `        working-directory: ${folder === '' ? '.' : folder}\n`
  return commands
    .replace(/^name: (.*)$/m, `name: $1 (${project})`)
    .replaceAll(/^ {4}timeout-minutes: .*\n/gm, `$&    defaults:\n      run:\n${inFolder(project)}`)
    .replaceAll(`      - run: ${manager.install}\n`, (found) => `${found}${inFolder(install)}`)
    .replaceAll('          path: rampart-report\n', `          path: ${project}/rampart-report\n`)
    .replaceAll('rampart/update', `rampart/update-${slug}`)
}

const gitlabText = (source: string, manager: PackageManager, { project, install }: Location): string => {
  const lines = [
    ...(manager.setup === undefined ? [] : [manager.setup]),
    ...(install === '' ? [] : [`cd ${install}`]),
    manager.install,
    ...(project === install ? [] : [`cd "$CI_PROJECT_DIR/${project}"`]),
  ]
  const commands = source
    .replace('    - npm ci\n', lines.map((line) => `    - ${line}\n`).join(''))
    .replaceAll('npx rampart', manager.run)
  if (project === '') return commands
  return commands
    .replace(/^rampart:$/m, `rampart-${slugOf(project)}:`)
    .replaceAll(/(- |: )rampart-report/g, `$1${project}/rampart-report`)
}

const rendering = { github: githubText, gitlab: gitlabText, none: githubText } as const

const workflowPath =
  (end: string) =>
  ({ project }: Location): string =>
    `.github/workflows/${['rampart', slugOf(project)].filter(Boolean).join('-')}${end}.yml`

/** Files by system: what they are made from, and where they go in a repository. */
const sources: Readonly<
  Record<CiSystem, readonly (readonly [source: string, place: (at: Location) => string])[]>
> = {
  github: [
    ['github-check.yml', workflowPath('')],
    ['github-update.yml', workflowPath('-update')],
  ],
  gitlab: [['gitlab.yml', ({ project }) => [project, 'rampart.gitlab-ci.yml'].filter(Boolean).join('/')]],
  none: [],
}

/** The paths of a system's files, relative to the project. */
export function ciPaths(system: CiSystem, project: Project): readonly string[] {
  return sources[system].map(([, place]) => posix(join(project.repository, place(locationOf(project)))))
}

/** The file that GitLab is to include, as its own file names it: relative to the repository. */
export function includePath(project: Project): string {
  return sources.gitlab.map(([, place]) => place(locationOf(project))).join('')
}

/** The files of a system for a project, at its path in the repository. */
export async function ciFiles(system: CiSystem, project: Project): Promise<readonly CiFile[]> {
  const location = locationOf(project)
  return Promise.all(
    sources[system].map(async ([source, place]) => {
      const text = await readFile(join(packageRoot(), 'ci', source), 'utf8')
      const render = (manager: PackageManager, branch: string | undefined): string =>
        rendering[system](text, manager, location, branch)
      const own = project.branch === undefined ? undefined : yamlText(project.branch)
      return {
        path: posix(join(project.repository, place(location))),
        content: (present) => render(project.manager, branchIn(present) ?? own),
        isOurs: (present) => {
          const plain = present.replaceAll('\r\n', '\n')
          return Object.values(managers).some((manager) => render(manager, branchIn(plain)) === plain)
        },
      }
    }),
  )
}
