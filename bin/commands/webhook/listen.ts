import { Command, InvalidArgumentError, Option } from 'commander'
import { withExamples } from '../../output/help-text.js'
import { jsonHelp, withJson } from '../../input/json-option.js'
import type { CommandContext } from '../../process/context.js'
import { collect, countUpTo, port, seconds } from '../../input/option-values.js'
import type { ListenCommandOptions } from '../../webhook/run-listen.js'
import { addSecretOptions, tolerance } from './secret-options.js'

const status = (text: string): number => {
  const value = Number(text)
  if (/^[2-5]\d\d$/.test(text)) return value
  throw new InvalidArgumentError('It must be a status from 200 to 599.')
}

const addReceiving = (command: Command): Command =>
  command
    .option('--port <number>', 'port to listen on; 0 takes one that is free', port, 4020)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--answer <status>', 'answer with this (default: 200, and 401 for what is not valid)', status)
    .addOption(
      new Option('--secret-as <form>', 'how the secret becomes the key')
        .choices(['text', 'base64', 'hex'])
        .default('text'),
    )
    .option('--tolerance <seconds>', 'how far a timestamp may be away', tolerance, 300)
    .option('--version <date>', 'the document that judges bodies (default: the newest)')
    .option(
      '--limit <bytes>',
      'the largest body that is taken',
      countUpTo(256 * 1024 * 1024),
      4 * 1024 * 1024,
    )
    .option('--timeout <seconds>', 'how long a request may take to arrive', seconds, 10)

const addForwarding = (command: Command): Command =>
  command
    .option(
      '--forward-to <target>',
      'where deliveries go: a URL, or kind=URL for one kind (kind,kind=URL for several); may be repeated, a URL without a kind takes the rest',
      collect,
    )
    .option('--forward-timeout <seconds>', 'how long a target may take to answer', seconds, 4.5)
    .option(
      '--events <kind...>',
      'forward only these kinds (and ping); others are answered with 200 and printed',
    )
    .addOption(
      new Option(
        '--when-down <what>',
        'keep: answer 200 from the disk, and forward until the target answers 2xx; refuse: pass the answer of the target back, and leave further attempts to the sender (default: keep, and refuse with --no-keep)',
      ).choices(['keep', 'refuse']),
    )
    .option('--resign', 'sign valid deliveries anew, with the time of now and an id of its own')

const addKeeping = (command: Command): Command =>
  command
    .option('--keep <file>', 'where deliveries are kept', '.rampart/webhooks.jsonl')
    .option('--no-keep', 'keep nothing on disk')
    .option(
      '--keep-last <n>',
      'how many are kept of those that are done; all that wait are kept besides',
      countUpTo(100_000),
      1000,
    )
    .option('--list', 'print what is kept, and what waits, and stop')
    .option('--show <id>', 'print one kept delivery as JSON and stop: a number, a webhook-id, or last')
    .option('--resend <id>', 'send one kept delivery to --forward-to again and stop')
    .option('--give-up <id>', 'forward one that waits no more, or all of them (all), and stop')

/** The command `rampart webhook listen`. */
export function listenCommand(context: CommandContext): Command {
  const command = new Command('listen').description(
    'Receive deliveries on this machine: verify, print, keep and forward them.',
  )
  addKeeping(addForwarding(addReceiving(addSecretOptions(command))))
  command
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--json', jsonHelp)
    .addHelpText(
      'after',
      '\nOn a terminal: r sends the latest again, up and down choose another,\nn tries now what waits, g gives the chosen one up, q ends.\nEnds with 0 when interrupted. Without a secret nothing is verified.',
    )
  return withExamples(
    command,
    'npx rampart webhook listen',
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook listen --list --json',
  ).action(async (given: ListenCommandOptions) => {
    const options = withJson(given, command)
    const { runListen } = await import('../../webhook/run-listen.js')
    await runListen(options, context)
  })
}
