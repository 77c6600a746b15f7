import { changelogFormats } from '../../reporting/formats.js'
import { type Declaration, file, flag, folder, type OptionsOf, text, jsonHelp } from '../input/options.js'

/** The command `rampart changelog`: every fetched version in one page, as an API's own changelog reads. */
export const changelogCommand = {
  name: 'changelog',
  description:
    'List all fetched versions in one page, newest first: what is new, what to act on, what is gone.',
  options: {
    specs: folder('<dir>', 'folder of fetched documents', { usual: 'specs' }),
    format: text('<format>', 'what to print (default: markdown)', { choices: changelogFormats }),
    json: flag(jsonHelp),
    output: file('<file>', 'write it to a file (-: stdout)'),
    policy: file('<file>', 'JSON: a minting policy, whose change table is quoted', { hasContent: true }),
  },
  examples: [
    'npx rampart changelog',
    'npx rampart changelog --output API-CHANGELOG.md',
    'npx rampart changelog --format html --output changelog.html',
  ],
} satisfies Declaration

/** Options of `rampart changelog`. */
export type ChangelogOptions = OptionsOf<(typeof changelogCommand)['options']>
