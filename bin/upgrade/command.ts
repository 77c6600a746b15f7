import { type Declaration, jsonHelp, file, flag, folder, type OptionsOf, text } from '../input/options.js'

/** Options of `rampart upgrade`. */
const upgradeOptions = {
  specs: folder('<dir>', 'folder of fetched documents, in which versions are looked up', { usual: 'specs' }),
  project: folder('<dir>', 'the project: a folder, or a tsconfig.json', { usual: '.' }),
  har: file('<file...>', 'recorded traffic of your program, read again as if it were of the newer version'),
  reportDir: folder('<dir>', 'folder of reports: its exchanges.har is read as well', {
    usual: 'rampart-report',
  }),
  format: text('<format>', 'what to print (default: markdown)', { choices: ['markdown', 'json'] }),
  json: flag(jsonHelp),
  output: file('<file>', 'write it to a file (-: stdout)'),
  write: flag('move the paths to generated code, and nothing else'),
  allowDirty: flag('with --write: even in files with changes that are not committed', { needs: 'write' }),
}

export type UpgradeOptions = OptionsOf<typeof upgradeOptions> & {
  /** The policy of `rampart diff` in the config file: its content, or the path of a file. */
  readonly policy?: unknown
  /** Whether the folder of the last run was named: its recording has to exist then. */
  readonly needsRecording?: boolean
}

/** The command `rampart upgrade`: what a project has to do to use a newer version, as a checklist. */
export const upgradeCommand = {
  name: 'upgrade',
  description: 'Rehearse the upgrade of a project to a newer version: a checklist; nothing is touched.',
  arguments: [
    ['<from>', 'the version that the project uses: a version in --specs, or a file'],
    ['<to>', 'the newer version'],
  ],
  options: upgradeOptions,
  notes: 'Exit codes: 0 nothing must change, 1 places must change, 2 wrong use.',
  examples: [
    'npx rampart upgrade 2026-07-01 2026-08-01',
    'npx rampart upgrade 2026-07-01 2026-08-01 --har recorded.har --output UPGRADE.md',
    'npx rampart upgrade 2026-07-01 2026-08-01 --write',
  ],
} satisfies Declaration
