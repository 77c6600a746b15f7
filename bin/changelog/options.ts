import { changelogFormats, formatNames } from '../../reporting/formats.js'
import { file, flag, folder, type OptionsOf, text, jsonHelp } from '../input/options.js'

/** Options of `rampart changelog`. */
export const changelogOptions = {
  specs: folder('<dir>', 'folder of fetched documents', { usual: 'specs' }),
  format: text('<format>', 'what to print (default: markdown)', { choices: formatNames(changelogFormats) }),
  json: flag(jsonHelp),
  output: file('<file>', 'write it to a file (-: stdout)'),
  policy: file('<file>', 'JSON: a minting policy, whose change table is quoted', { hasContent: true }),
}

export type ChangelogOptions = OptionsOf<typeof changelogOptions>
