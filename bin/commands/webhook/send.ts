import { Command, Option } from 'commander'
import { withExamples } from '../../output/help-text.js'
import type { CommandContext } from '../../process/context.js'
import { collect, countUpTo, seconds } from '../../input/option-values.js'
import { addSecretOptions, time } from './secret-options.js'
import type { SendOptions } from '../../webhook/run-send.js'

const addEvent = (command: Command): Command =>
  command
    .option('--version <date>', 'the version of the event (default: the newest)')
    .option('--set <path=value>', 'change a member: data.message.status=Suspended; may be repeated', collect)
    .option('--add <path=value>', 'put a member in that is not there; may be repeated', collect)
    .option('--remove <member>', 'take a member out; may be repeated', collect)
    .option('--customer <id>', 'whom the event is about (default: somebody new)')
    .option('--at <time>', 'when it happened and was signed: an ISO time, Unix seconds, or now', time)
    .option('--body <file>', 'send the bytes of a file instead of an event; - for standard input')
    .option('--strict', 'send nothing that the document of the version does not allow')

const addSending = (command: Command): Command =>
  command
    .option('--to <url>', 'where it is sent')
    .option('--count <n>', 'how many events, each a new one', countUpTo(1_000_000), 1)
    .option('--concurrency <n>', 'how many at once', countUpTo(1000), 1)
    .option('--timeout <seconds>', 'how long an answer is waited for', seconds, 5)
    .addOption(
      new Option('--digest <encoding>', 'how the digest is written')
        .choices(['hex', 'base64'])
        .default('hex'),
    )
    .option('--dry-run', 'print the request and send nothing')
    .option('--list', 'print the kinds of events by version and stop')
    .option('--json', 'print one line of JSON for each delivery')

/** The command `rampart webhook send`. */
export function sendCommand(context: CommandContext): Command {
  const command = new Command('send')
    .description('Send a valid, signed event to a receiver.')
    .argument('[kind]', 'the kind of event: customer_status or CustomerStatus, for example')
  addSending(addEvent(addSecretOptions(command)))
  command.addHelpText(
    'after',
    '\nValues of --set and --add are JSON where they are JSON, and otherwise text.\nRedirects are not followed. Exit codes: 0 answered with 200, 1 answered otherwise\nor not in time, 2 wrong use, 3 not reached.',
  )
  return withExamples(
    command,
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook send customer_status --dry-run --set data.message.status=Suspended',
    'npx rampart webhook send --list --json',
  ).action(async (kind: string | undefined, options: SendOptions) => {
    const { runSend } = await import('../../webhook/run-send.js')
    await runSend(context, kind, options)
  })
}
