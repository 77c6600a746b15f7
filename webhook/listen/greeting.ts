import type { Listener } from './receive/server.js'
import { type Targets, targetsText } from './forward/targets.js'
import type { ListenOptions } from './options.js'
import type { Reporter } from './reporter.js'
import type { Verification } from './verdict.js'

/** True for an address that only this machine reaches. */
export function isNear(host: string): boolean {
  return /^(127\.|localhost$|\[?::1\]?$)/.test(host)
}

/** What the listener says of itself when it opens. */
export interface Greeting {
  readonly url: Listener['url']
  readonly options: ListenOptions
  readonly targets: Targets | undefined
  readonly retries: 'listener' | 'sender'
  readonly verification: Verification
  /** Deliveries of an earlier run that wait. */
  readonly waiting: number
}

const retriesText = ({ retries }: Greeting): string =>
  retries === 'listener'
    ? 'A delivery is answered with 200 once it is on the disk, and forwarded until its target answers 2xx.'
    : "The target's answer goes back to the sender, who tries again."

const keptText = ({ keep, keepLast }: ListenOptions): string =>
  keep === false ? 'Nothing is kept on disk.' : `The last ${keepLast} are kept in ${keep}, and all that wait.`

/** Prints the first line: where it listens, and where deliveries go. */
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

/** Prints the last line: what came of the deliveries. */
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
