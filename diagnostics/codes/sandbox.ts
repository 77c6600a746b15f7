import type { ErrorEntry } from './error-entry.js'

export const sandboxErrors = {
  SANDBOX_PORT_TAKEN: {
    exit: 2,
    title: 'The embedded service could not listen on the requested port.',
    fix: 'Choose another port with --port, or --port 0 for one that is free.',
  },
  SANDBOX_FAULT_UNKNOWN: {
    exit: 2,
    title: 'The embedded service does not have a requested fault.',
    fix: 'Run "npx rampart sandbox --list-faults" for the names of all faults.',
  },
  SANDBOX_DATA_UNUSABLE: {
    exit: 2,
    title: 'The state of the embedded service cannot be kept in the --data folder.',
    fix: 'Give --data a new folder, or one that "npx rampart sandbox --data" created. Only one process at a time can use it. To begin anew, delete it.',
  },
} as const satisfies Record<string, ErrorEntry>
