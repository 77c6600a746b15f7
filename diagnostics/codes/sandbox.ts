import type { ErrorEntry } from './error-entry.js'

export const sandboxErrors = {
  SANDBOX_PORT_TAKEN: {
    exit: 2,
    title: 'The embedded service could not listen on the port asked for.',
    fix: 'Choose another port with --port, or --port 0 for one that is free.',
  },
  SANDBOX_FAULT_UNKNOWN: {
    exit: 2,
    title: 'A fault was asked for that the embedded service does not have.',
    fix: 'Run "npx rampart sandbox --list-faults" for the names of all faults.',
  },
  SANDBOX_DATA_UNUSABLE: {
    exit: 2,
    title: 'The state of the embedded service cannot be kept where --data says.',
    fix: 'Give --data a folder that does not exist yet, or one that "npx rampart sandbox --data" made; one process at a time can use it.',
  },
} as const satisfies Record<string, ErrorEntry>
