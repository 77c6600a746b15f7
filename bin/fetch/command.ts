import { type Declaration, flag, folder, number, type OptionsOf, text } from '../input/options.js'
import { secondsUpTo } from '../input/option-values.js'

/** The command `rampart fetch`: documents and lock file of a service (specification, "Specification documents"). */
export const fetchCommand = {
  name: 'fetch',
  description: 'Read the version list of a service and keep the document of every version, as served.',
  options: {
    specUrl: text('<url>', 'host that serves /spec/versions, without the /api prefix (RAMPART_SPEC_URL)'),
    out: folder('<dir>', 'folder for the documents and rampart.lock.json', { usual: 'specs' }),
    frozen: flag('write nothing, and fail when anything differs from the lock file'),
    allowOrigin: text('<url>', 'another origin that locations may lead to (repeatable)', {
      isRepeatable: true,
    }),
    timeout: number('<seconds>', 'longest wait for one complete response (default: 30)', {
      parse: secondsUpTo(86_400),
    }),
    json: flag('print the lock and what changed as JSON'),
  },
  examples: ['npx rampart fetch --spec-url https://api.example.com', 'npx rampart fetch --frozen'],
} satisfies Declaration

/** Options of `rampart fetch`. */
export type FetchOptions = OptionsOf<(typeof fetchCommand)['options']>
