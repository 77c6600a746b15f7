import { Command, InvalidArgumentError, Option } from 'commander'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { latencyFrom } from '../sandbox/latency.js'
import type { SandboxCommandOptions } from '../sandbox/options.js'

const wholeNumber =
  (highest: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^[0-9]+$/.test(text) || value > highest)
      throw new InvalidArgumentError(`It must be a whole number from 0 to ${highest}.`)
    return value
  }

const listFaults = async (context: CommandContext, options: SandboxCommandOptions): Promise<void> => {
  const { faultName, knownFaults } = await import('../../sandbox/index.js')
  const faults = knownFaults.map((fault) => ({ rule: faultName(fault), does: fault.does }))
  const width = Math.max(...faults.map(({ rule }) => rule.length))
  context.stdout(
    options.json
      ? `${JSON.stringify(faults)}\n`
      : faults.map(({ rule, does }) => `${rule.padEnd(width)}  ${does}\n`).join(''),
  )
}

/** The command `rampart sandbox`: the embedded service on this machine, until it is interrupted. */
export function sandboxCommand(context: CommandContext): Command {
  const command = new Command('sandbox')
    .description('Run the embedded service: every version over one state, on this machine only.')
    .option('--port <number>', 'port to listen on; 0 takes one that is free', wholeNumber(65_535), 4010)
    .option('--fault <rule...>', 'break a rule of the contract on purpose')
    .addOption(
      new Option(
        '--reading <which>',
        'how to read what the specification leaves open (default: "first")',
      ).choices(['first', 'other']),
    )
    .option('--rate-limit <number>', 'requests a second for each key, before 429', wholeNumber(1_000_000))
    .option('--latency <ms>', 'hold answers back, for so long or within a range such as 50-300', latencyFrom)
    .option('--seed <number>', 'make ids, rates, signatures and latencies repeat', wholeNumber(2 ** 31 - 1))
    .option('--data <dir>', 'keep the state in a database in this folder; in memory without it')
    .option('--webhook <url...>', 'register a webhook for all events at the start, and print its secret')
    .option(
      '--webhook-port <port>',
      'register one to this port of this machine, where "rampart test --webhook-port" listens (0: a free one)',
      wholeNumber(65_535),
    )
    .option('--allow-loopback-webhooks', 'deliver to this machine too, by http as well as https')
    .option(
      '--allow-webhook-host <host...>',
      'deliver to this host too, by http as well as https, private or not: a name or an address, with a port if need be',
    )
    .addOption(
      new Option('--webhook-digest <encoding>', 'how signatures are written')
        .choices(['hex', 'base64'])
        .default('hex'),
    )
    .option(
      '--webhook-retry <ms>',
      'wait before a failed delivery is tried again; doubled after each failure, up to an hour',
      wholeNumber(3_600_000),
      1000,
    )
    .option('--list-faults', 'print the faults and stop')
    .option('--json', 'print the addresses, or the faults, as one line of JSON')
    .option('--verbose', 'log every request to stderr, without keys and values')
    .addHelpText(
      'after',
      '\nKeys: RAMPART_SANDBOX_KEYS holds accepted API keys, separated by commas;\n      by default sandbox-key, and second-sandbox-key of another partner.',
    )
  return withExamples(
    command,
    'npx rampart sandbox',
    'npx rampart sandbox --port 0 --json',
    'npx rampart sandbox --fault versioning/echo --data .rampart/sandbox',
    'npx rampart sandbox --list-faults',
  ).action(async (options: SandboxCommandOptions) => {
    if (options.listFaults) return listFaults(context, options)
    const { runSandbox } = await import('../sandbox/run-sandbox.js')
    return runSandbox(context, options)
  })
}
