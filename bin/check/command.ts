import { type Declaration, flag, folder, type OptionsOf, text } from '../input/options.js'

/** The parts of a check, in the order in which they run. */
export const stageNames = ['fetch', 'diff', 'generate', 'test'] as const

export type StageName = (typeof stageNames)[number]

/** The command `rampart check`: documents, policy, generated code and service in one line for CI. */
export const checkCommand = {
  name: 'check',
  description:
    'Everything that a CI should hold: fetch --frozen, diff, generate --check and test, one report.',
  options: {
    specUrl: text('<url>', 'host that serves /spec/versions, without the /api prefix'),
    baseUrl: text('<url>', 'API root of the service to test; without it nothing is tested'),
    specs: folder('<dir>', 'folder of the fetched documents', { usual: 'specs' }),
    out: folder('<dir>', 'folder of the generated code (default: that of "rampart generate")'),
    reportDir: folder('<dir>', 'folder for the reports', { usual: 'rampart-report' }),
    skip: text('<part...>', 'parts to leave out', { choices: stageNames }),
    allowWrites: flag('let the test create things where the service is not a sandbox'),
    strict: flag('warnings, of the parts and of the test, count as failures'),
    json: flag('print the report as JSON'),
  },
  examples: [
    'npx rampart check',
    'npx rampart check --base-url https://api.example.com/api',
    'npx rampart check --skip test --json',
  ],
} satisfies Declaration

/** Options of `rampart check`. An absent one is left to each part's own settings. */
export type CheckOptions = OptionsOf<(typeof checkCommand)['options']>
