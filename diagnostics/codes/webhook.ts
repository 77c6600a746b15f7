import type { ErrorEntry } from './error-entry.js'

export const webhookErrors = {
  WEBHOOK_VERSION_UNKNOWN: {
    exit: 2,
    title: 'There is no document for the requested version.',
    fix: 'See "npx rampart webhook send --list" for the versions and their kinds of events.',
  },
  WEBHOOK_KIND_UNKNOWN: {
    exit: 2,
    title: 'The document has no kind of event of that name.',
    fix: 'See "npx rampart webhook send --list".',
  },
  WEBHOOK_SECRET_MISSING: {
    exit: 2,
    title: 'There is no secret to sign or verify deliveries with.',
    fix: 'Put the secret that was shown when the webhook was registered into RAMPART_WEBHOOK_SECRET, or pipe it in with --secret-stdin. It is never read from the command line.',
  },
  WEBHOOK_INPUT_UNREADABLE: {
    exit: 2,
    title: 'Headers, a body or a recorded delivery cannot be read.',
    fix: 'Give headers as "Name: value" lines or JSON and the body as the bytes that arrived, or one recorded delivery; node_modules/rampart/docs/webhook-tools.md lists the forms.',
  },
  WEBHOOK_NOT_VALID: {
    exit: 1,
    title: 'A delivery is not valid.',
    fix: 'Fix the named mistake. Body and headers must be those of one request, as they arrived.',
  },
  WEBHOOK_OVERRIDE_UNMATCHED: {
    exit: 2,
    title: 'A change names a path that the event does not have.',
    fix: 'Choose a path of the event; "npx rampart webhook send KIND --dry-run" shows it.',
  },
  WEBHOOK_EVENT_INVALID: {
    exit: 2,
    title: 'An event does not satisfy the document of its version, and --strict was given.',
    fix: 'Fix the event, or send it anyway without --strict.',
  },
  WEBHOOK_NOT_ACKNOWLEDGED: {
    exit: 1,
    title: 'A receiver did not answer a delivery with 200.',
    fix: 'Read the log of the receiver. Only 200 within 5 seconds acknowledges a delivery.',
  },
  WEBHOOK_UNREACHABLE: {
    exit: 3,
    title: 'A receiver could not be reached.',
    fix: 'Check the URL, also whether it is http or https, and that the receiver runs.',
  },
  WEBHOOK_KEEP_UNUSABLE: {
    exit: 2,
    title: 'Deliveries cannot be kept in the file that --keep names.',
    fix: 'Give --keep another file, in a folder that can be written, or pass --no-keep.',
  },
  WEBHOOK_DELIVERY_UNKNOWN: {
    exit: 2,
    title: 'No stored delivery has the given number or id.',
    fix: 'See "npx rampart webhook listen --list".',
  },
  DRILL_FINDINGS: {
    exit: 1,
    title: 'A receiver makes mistakes.',
    fix: 'Fix the first finding first, because one cause may break many rules. The report shows each exchange.',
  },
  DRILL_HOOK_UNUSABLE: {
    exit: 2,
    title: 'The --observe URL of a receiver does not return the number of processed events.',
    fix: 'Answer GET on the --observe URL with 200 and a whole number or {"count": n}, and send nothing else to the receiver meanwhile.',
  },
  DRILL_INCOMPLETE: {
    exit: 3,
    title: 'A drill ended before every important rule was judged.',
    fix: 'Give it more time with --for, or judge some rules alone with --rules.',
  },
  DRILL_NOT_A_RECEIVER: {
    exit: 3,
    title: 'The URL does not lead to a receiver of deliveries.',
    fix: 'Give the whole URL of the route that deliveries are posted to.',
  },
  DRILL_REFUSED: {
    exit: 3,
    title: 'A receiver accepts no valid event, so nothing else can be judged.',
    fix: 'Give the drill the secret of the receiver; the log of the receiver should give its reason.',
  },
  DRILL_RULES_UNKNOWN: {
    exit: 2,
    title: 'A pattern for rules of the drill selects none.',
    fix: 'List the rules with "npx rampart webhook drill --list".',
  },
  DRILL_TARGET_PUBLIC: {
    exit: 2,
    title: 'A drill would go to a receiver on the public internet.',
    fix: 'Drill a receiver on this machine or in a private network. If this receiver may get a thousand signed events of unknown customers, pass --allow-public on the command line.',
  },
} as const satisfies Record<string, ErrorEntry>
