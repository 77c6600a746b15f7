import { type Declaration, flag, folder, type OptionsOf, text } from '../input/options.js'

/** The command `rampart inspect`: the observers of the contract suite over recorded traffic. */
export const inspectCommand = {
  name: 'inspect',
  description: 'Judge recorded traffic (a HAR of a browser or a proxy); nothing is sent to the API.',
  arguments: [['<file.har>', 'the recording; it may be of any size']],
  options: {
    baseUrl: text('<url>', 'API root in the recording (default: found by the calls in it)'),
    specUrl: text('<url>', 'host that serves the documents (default: the folder of --specs)', {
      excludes: ['specs'],
    }),
    specs: folder('<dir>', 'folder of fetched documents', { usual: 'specs' }),
    reportDir: folder('<dir>', 'folder for the reports', { usual: 'rampart-inspect' }),
    json: flag('print the report as JSON instead of the summary'),
  },
  examples: [
    'npx rampart inspect traffic.har',
    'npx rampart inspect traffic.har --base-url https://api.example.com/api --json',
  ],
} satisfies Declaration

/** Options of `rampart inspect`. */
export type InspectOptions = OptionsOf<(typeof inspectCommand)['options']>
