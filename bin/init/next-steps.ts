import { wordFor } from '../../reporting/index.js'
import { packageInfo } from '../process/package-info.js'
import type { Answers } from './answers.js'
import { includePath } from './ci-files.js'
import { isInstalled, type Project } from './project.js'

/** One step: what it is for, and the command lines that take it, each of which can be pasted. */
interface Step {
  readonly says: string
  readonly commands?: readonly string[]
}

/** URLs that a project has, from its config file or from the answers. */
export interface KnownUrls {
  readonly specUrl?: unknown
  readonly baseUrl?: unknown
}

const ciSteps = ({ ci }: Answers, { specUrl, baseUrl }: KnownUrls, gitlabFile: string): readonly Step[] => {
  if (ci === 'none') return []
  const variables = [
    ...(specUrl === undefined ? ['RAMPART_SPEC_URL'] : []),
    ...(baseUrl === undefined ? ['RAMPART_BASE_URL'] : []),
  ]
  const wanted =
    variables.length === 0
      ? ''
      : `${variables.join(' and ')} as ${wordFor(variables.length, 'a variable', 'variables')}, and `
  return [
    { says: `Give the CI ${wanted}RAMPART_API_KEY as a secret.` },
    ci === 'gitlab'
      ? { says: `Include ${gitlabFile} in .gitlab-ci.yml: include: '${gitlabFile}'` }
      : { says: 'Let GitHub Actions create pull requests, in the settings of the repository.' },
  ]
}

/** No registry has the package yet: a clone packs it, and CI installs the file that is committed. */
const installation = ({ manager, isWorkspaceRoot }: Project): Step => {
  const file = `rampart-${packageInfo().version}.tgz`
  const add = isWorkspaceRoot ? manager.addAtRoot : manager.add
  const named = manager.name === 'yarn' ? `rampart@file:./${file}` : `./${file}`
  return {
    says: `Put ${file} here, which "npm pack" writes in a clone of rampart; commit it, and install it:`,
    commands: [`${add} ${named}`],
  }
}

/** What remains to be done, as text. Command lines stand alone on theirs, so that they can be pasted. */
export function nextSteps(answers: Answers, urls: KnownUrls, project: Project): string {
  const { manager } = project
  const steps: readonly Step[] = [
    ...(isInstalled(project) ? [] : [installation(project)]),
    ...(urls.specUrl === undefined
      ? [
          {
            says: 'Set RAMPART_SPEC_URL to the host that serves /spec/versions, or put specUrl into the config file.',
          },
        ]
      : []),
    {
      says: 'Fetch the documents and generate code; commit both:',
      commands: [`${manager.run} fetch`, `${manager.run} generate`],
    },
    {
      says:
        urls.baseUrl === undefined
          ? 'Check; the service itself is tested once baseUrl or RAMPART_BASE_URL is set:'
          : 'Check, with the key of the service in RAMPART_API_KEY:',
      commands: [`${manager.run} check`],
    },
    ...ciSteps(answers, urls, includePath(project)),
  ]
  return `Next:\n${steps
    .map(({ says, commands = [] }, index) =>
      [`  ${index + 1}. ${says}`, ...commands.map((command) => `       ${command}`)].join('\n'),
    )
    .join('\n')}\n`
}
