import type { ErrorEntry } from '../entry.js'

export const webhookErrors = {
  WEBHOOK_VERSION_UNKNOWN: {
    exit: 2,
    title: 'No document is known of the version asked for.',
    fix: 'See "rampart webhook send --list" for the versions and their kinds of events.',
  },
  WEBHOOK_KIND_UNKNOWN: {
    exit: 2,
    title: 'The document has no kind of event of that name.',
    fix: 'See "rampart webhook send --list".',
  },
} as const satisfies Record<string, ErrorEntry>
