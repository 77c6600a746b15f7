import { InvalidArgumentError } from 'commander'
import {
  type Declaration,
  flag,
  folder,
  number,
  numberOrText,
  type OptionsOf,
  text,
} from '../input/options.js'
import { port, seed, wholeNumber } from '../input/option-values.js'

/** Milliseconds of real time, both ends included. */
interface Latency {
  readonly min: number
  readonly max: number
}

const longest = 60_000

/** Reads `200`, or a range such as `50-300`. */
const latencyFrom = (given: string): Latency => {
  const [, low, high = low] = /^([0-9]{1,5})(?:-([0-9]{1,5}))?$/.exec(given) ?? []
  const [min, max] = [Number(low), Number(high)]
  if (low === undefined || min > max || max > longest)
    throw new InvalidArgumentError(`must be milliseconds, or a range such as 50-300, up to ${longest}`)
  return { min, max }
}

/** A latency in words. */
export function latencyText({ min, max }: Latency): string {
  return `${min === max ? min : `${min}-${max}`} ms`
}

/** The command `rampart sandbox`: the embedded service on this machine, until it is interrupted. */
export const sandboxCommand = {
  name: 'sandbox',
  description: 'Run the embedded service: every version over one state, on this machine only.',
  options: {
    port: number('<number>', 'port to listen on; 0 takes one that is free', { parse: port, usual: 4010 }),
    allowHost: text(
      '<host...>',
      'answer requests to this host too, besides 127.0.0.1 and localhost: a name or an address, with a port if need be',
    ),
    fault: text('<rule...>', 'break a rule of the contract on purpose', { names: 'faults' }),
    reading: text('<which>', 'how to read what the specification leaves open (default: "first")', {
      choices: ['first', 'other'],
    }),
    rateLimit: number('<number>', 'requests a second for each key, before 429', {
      parse: wholeNumber(0, 1_000_000),
    }),
    latency: numberOrText('<ms>', 'delay responses by so many milliseconds, or by a range such as 50-300', {
      parse: latencyFrom,
    }),
    seed: number('<number>', 'make ids, rates, signatures and latencies repeat', { parse: seed }),
    data: folder('<dir>', 'keep the state in a database in this folder; in memory without it'),
    webhook: text('<url...>', 'register a webhook for all events at the start, and print its secret'),
    webhookPort: number(
      '<port>',
      'register one to this port of this machine, where "rampart test --webhook-port" listens (0: a free one)',
      { parse: port },
    ),
    allowLoopbackWebhooks: flag('deliver to this machine too, by http as well as https'),
    allowWebhookHost: text(
      '<host...>',
      'deliver to this host too, by http as well as https, private or not: a name or an address, with a port if need be',
    ),
    webhookDigest: text('<encoding>', 'how signatures are written', {
      choices: ['hex', 'base64'],
      usual: 'hex',
    }),
    webhookRetry: number(
      '<ms>',
      'wait before a failed delivery is tried again; doubled after each failure, up to an hour',
      { parse: wholeNumber(0, 3_600_000), usual: 1000 },
    ),
    listFaults: flag('print the faults and stop', { alone: ['json'] }),
    json: flag('print the addresses, or the faults, as one line of JSON'),
    verbose: flag('log every request to stderr, without keys and values'),
  },
  notes:
    'Keys: RAMPART_SANDBOX_KEYS holds accepted API keys, separated by commas;\n      by default sandbox-key, and second-sandbox-key of another partner.',
  examples: [
    'npx rampart sandbox',
    'npx rampart sandbox --port 0 --json',
    'npx rampart sandbox --fault versioning/echo --data .rampart/sandbox',
    'npx rampart sandbox --list-faults',
  ],
} satisfies Declaration

/** Options of `rampart sandbox`. */
export type SandboxOptions = OptionsOf<(typeof sandboxCommand)['options']>
