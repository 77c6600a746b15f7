import type { Listener } from './receive/server.js'
import { type Targets, targetsText } from './forward/targets.js'
import type { ListenOptions } from './options.js'
import type { Reporter } from './reporter.js'
import type { Verification } from './verdict.js'

/** True for a loopback address. */
export function isNear(host: string): boolean {
  return /^(127\.|localhost$|\[?::1\]?$)/.test(host)
}

/** The facts in the listener's first line. */
export interface Greeting {
  readonly url: Listener['url']
  readonly options: ListenOptions
  readonly targets: Targets | undefined
  readonly retries: 'listener' | 'sender'
  readonly verification: Verification
  /** The number of waiting deliveries of an earlier run. */
  readonly waiting: number
}

const retriesText = ({ retries }: Greeting): string =>
  retries === 'listener'
    ? 'A delivery is answered with 200 once it is on the disk, and forwarded until its target answers 2xx.'
    : "The target's answer goes back to the sender, who tries again."

const keptText = ({ keep, keepLast }: ListenOptions): string =>
  keep === false ? 'Nothing is kept on disk.' : `The last ${keepLast} are kept in ${keep}, and all that wait.`

/** Prints the first line: the listener's URL and the targets. */
export function greet(reporter: Reporter, greeting: Greeting): void {
  const { url, options, targets, retries, verification, waiting } = greeting
  const { secrets } = verification
  const text = [
    `Listening on ${url}${targets === undefined ? '' : `, forwarding ${targetsText(targets)}`}`,
    ...(targets === undefined ? [] : [retriesText(greeting)]),
    secrets.length > 0
      ? `Deliveries are verified under ${secrets.map(({ name }) => name).join(', ')}.`
      : 'There is no secret, so nothing is verified: set RAMPART_WEBHOOK_SECRET.',
    keptText(options),
    ...(isNear(options.host) ? [] : [`Others can reach ${options.host}: anybody can deliver here.`]),
    ...(waiting === 0
      ? []
      : [
          `${waiting} of an earlier run wait; ${targets === undefined ? 'name a target with --forward-to.' : 'they go first.'}`,
        ]),
  ]
  const members = {
    url,
    forwardTo: targets?.all,
    retries: targets && retries,
    verifying: secrets.length > 0,
    keep: options.keep,
    waiting,
  }
  reporter.begin(text.join('\n'), members)
}

/** Prints the last line: the numbers of deliveries by result. */
export function farewell(reporter: Reporter, waiting: number): void {
  const { taken, refused, delivered, givenUp } = reporter
  const parts = [
    `${taken} taken`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(delivered > 0 ? [`${delivered} forwarded`] : []),
    ...(givenUp > 0 ? [`${givenUp} given up`] : []),
    ...(waiting > 0 ? [`${waiting} not forwarded yet: the next run forwards them`] : []),
  ]
  const members = { taken, refused, delivered, givenUp, waiting }
  reporter.say('stopped', `Stopped: ${parts.join(', ')}.`, members)
}
