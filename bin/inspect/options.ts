import { flag, folder, type OptionsOf, text } from '../input/options.js'

/** Options of `rampart inspect`. */
export const inspectOptions = {
  baseUrl: text('<url>', 'API root in the recording (default: found by the calls in it)'),
  specUrl: text('<url>', 'host that serves the documents (default: the folder of --specs)'),
  specs: folder('<dir>', 'folder of fetched documents', { usual: 'specs' }),
  reportDir: folder('<dir>', 'folder for the reports', { usual: 'rampart-inspect' }),
  json: flag('print the report as JSON instead of the summary'),
}

export type InspectOptions = OptionsOf<typeof inspectOptions>
