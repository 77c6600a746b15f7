import type { ErrorEntry } from './error-entry.js'

export const drillErrors = {
  DRILL_FINDINGS: {
    exit: 1,
    title: 'A receiver makes mistakes.',
    fix: 'Mend what is named first: one cause may break many rules. The report shows each exchange.',
  },
  DRILL_HOOK_UNUSABLE: {
    exit: 2,
    title: 'The hook of a receiver does not say how many events it has acted upon.',
    fix: 'Let a GET of the URL of --observe answer 200 with a whole number, or with {"count": n}, and run nothing else against the receiver meanwhile.',
  },
  DRILL_INCOMPLETE: {
    exit: 3,
    title: 'A drill ended before every rule that matters was judged.',
    fix: 'Give it more time with --for, or judge some rules alone with --rules.',
  },
  DRILL_NOT_A_RECEIVER: {
    exit: 3,
    title: 'The URL does not lead to a receiver of deliveries.',
    fix: 'Give the whole URL of the route that deliveries are posted to.',
  },
  DRILL_REFUSED: {
    exit: 3,
    title: 'A receiver takes no valid event, so nothing is known of it.',
    fix: 'Give the drill the secret that the receiver verifies with; read in its log why it refuses.',
  },
  DRILL_RULES_UNKNOWN: {
    exit: 2,
    title: 'A pattern for rules of the drill selects none.',
    fix: 'List the rules with "npx rampart webhook drill --list".',
  },
  DRILL_TARGET_PUBLIC: {
    exit: 2,
    title: 'A drill would go to a receiver on the public internet.',
    fix: 'Drill a receiver on this machine or in a private network. If this very one may be sent a thousand signed events of customers that do not exist, pass --allow-public on the command line.',
  },
} as const satisfies Record<string, ErrorEntry>
