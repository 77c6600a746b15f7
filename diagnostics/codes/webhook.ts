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
  WEBHOOK_SECRET_MISSING: {
    exit: 2,
    title: 'There is no secret to sign or verify deliveries with.',
    fix: 'Put the secret that was shown when the webhook was registered into RAMPART_WEBHOOK_SECRET, or pipe it in with --secret-stdin. It is never taken from the command line.',
  },
  WEBHOOK_INPUT_UNREADABLE: {
    exit: 2,
    title: 'Headers, a body or a recorded delivery cannot be read.',
    fix: 'Give headers as "Name: value" lines or JSON and the body as the bytes that arrived, or one recorded delivery; docs/webhook-tools.md lists the forms.',
  },
  WEBHOOK_NOT_VALID: {
    exit: 1,
    title: 'A delivery is not what it says it is.',
    fix: 'Mend what is named; the body and the headers have to be those of one request, as they arrived.',
  },
} as const satisfies Record<string, ErrorEntry>
