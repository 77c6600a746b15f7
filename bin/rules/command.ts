import {
  documents,
  flag,
  folder,
  type OptionsOf,
  text,
  jsonHelp,
  type Declaration,
} from '../input/options.js'
import { ruleFormats } from '../../reporting/formats.js'
import type { ConfiguredSettings } from '../config/apply-config.js'

/** Options of `rampart rules`. */
const rulesOptions = {
  format: text('<format>', 'how to print them', { choices: ruleFormats, usual: 'text' }),
  specs: folder('<dir>', 'only rules that are about the fetched documents in this folder'),
  document: documents('<file...>', 'only rules that are about these documents (files or URLs)', {
    excludes: ['specs'],
  }),
  json: flag(jsonHelp),
}

export type RulesOptions = OptionsOf<typeof rulesOptions> & ConfiguredSettings

/** The command `rampart rules`: every rule with the section that states it. */
export const rulesCommand = {
  name: 'rules',
  description:
    'List the rules of the contract suite, and those of your own, with the sections that state them.',
  arguments: [['[pattern...]', 'ids of rules, for instance "quote/*"; with ! before it, to leave out']],
  options: rulesOptions,
  examples: [
    'npx rampart rules',
    'npx rampart rules "quote/*"',
    'npx rampart rules --document openapi.yaml',
    'npx rampart rules --format markdown',
  ],
} satisfies Declaration
