import type { ErrorEntry } from './error-entry.js'

export const drillErrors = {
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
    title: 'A receiver accepts no valid event, so that nothing else can be judged.',
    fix: 'Give the drill the secret that the receiver verifies with; its log should say why it refuses.',
  },
  DRILL_RULES_UNKNOWN: {
    exit: 2,
    title: 'A pattern for rules of the drill selects none.',
    fix: 'List the rules with "npx rampart webhook drill --list".',
  },
  DRILL_TARGET_PUBLIC: {
    exit: 2,
    title: 'A drill would go to a receiver on the public internet.',
    fix: 'Drill a receiver on this machine or in a private network. If this receiver may get a thousand signed events of customers that do not exist, pass --allow-public on the command line.',
  },
} as const satisfies Record<string, ErrorEntry>
