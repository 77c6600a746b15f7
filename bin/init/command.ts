import { wrongUse } from '../../diagnostics/index.js'
import { type Declaration, flag, type OptionsOf, text } from '../input/options.js'

/** CI systems that a workflow is written for. */
export const ciSystems = ['github', 'gitlab', 'none'] as const

export type CiSystem = (typeof ciSystems)[number]

const isUrl = (given: string): boolean => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)

/** The problem of a URL in a file of the repository, as a clause after its subject; undefined without one. */
export function urlObjection(given: string): string | undefined {
  if (given === '') return undefined
  if (!isUrl(given)) return 'is not an http or https URL'
  const { username, password } = new URL(given)
  return username + password === '' ? undefined : 'contains credentials, which would be written to a file'
}

// The text itself is not repeated: it may hold a password.
const url = (given: string, option: string): string => {
  const wrong = urlObjection(given)
  if (wrong === undefined) return given
  const fix = 'Give a URL that begins with http:// or https://, without a user name and a password.'
  throw wrongUse(`${option} ${wrong}`, fix)
}

/** The command `rampart init`: config, script and workflow for a project. */
export const initCommand = {
  name: 'init',
  description: 'Set up a project: config file, script, ignored files, and a CI workflow.',
  options: {
    specUrl: text('<url>', 'host that serves /spec/versions, without the /api prefix', { parse: url }),
    baseUrl: text('<url>', 'API root of the service to test', { parse: url }),
    ci: text('<system>', 'where checks run by themselves', { choices: ciSystems }),
    yes: flag('ask nothing; absent settings stay unchanged, or come from environment variables'),
    force: flag('replace files of these names even if they were edited'),
    json: flag('print what was written, and what was kept, as JSON'),
  },
  examples: [
    'npx rampart init',
    'npx rampart init --spec-url https://api.example.com --base-url https://api.example.com/api',
    'npx rampart init --yes --ci gitlab',
  ],
} satisfies Declaration

/** Options of `rampart init`. */
export type InitOptions = OptionsOf<(typeof initCommand)['options']>
