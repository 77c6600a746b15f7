import { formatNames, ruleFormats } from '../../reporting/formats.js'
import type { ConfiguredSettings } from '../config/apply-config.js'
import { documents, flag, folder, type OptionsOf, text, jsonHelp } from '../input/options.js'

/** Options of `rampart rules`. */
export const rulesOptions = {
  format: text('<format>', 'how to print them', { choices: formatNames(ruleFormats), usual: 'text' }),
  specs: folder('<dir>', 'only rules that are about the fetched documents in this folder'),
  document: documents('<file...>', 'only rules that are about these documents (files or URLs)'),
  json: flag(jsonHelp),
}

export type RulesOptions = OptionsOf<typeof rulesOptions> & ConfiguredSettings
