import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { withExamples } from '../../output/help-text.js'
import { jsonHelp, withJson } from '../../input/json-option.js'
import type { CommandContext } from '../../process/context.js'
import { countUpTo, perSecond, seconds, wholeNumber } from '../../input/option-values.js'
import type { DrillCommandOptions } from '../../webhook/run-drill.js'
import { addSecretOptions, tolerance } from './secret-options.js'

const addSelection = (command: Command): Command =>
  command
    .option('--to <url>', 'the receiver: the whole URL that deliveries are posted to')
    .option('--rules <glob...>', 'rules to judge, for instance "receiver/*-timestamp" (default: all)')
    .option('--versions <date...>', 'versions whose events are sent (default: all)')
    .option('--kinds <kind...>', 'kinds of events that are sent (default: all)')
    .option('--customer <id>', 'a customer that the receiver knows (default: somebody new for each event)')
    .option('--list', 'print the rules and send nothing')

const addManners = (command: Command): Command =>
  command
    .addOption(
      new Option('--digest <encoding>', 'how the digest is written')
        .choices(['hex', 'base64'])
        .default('hex'),
    )
    .option('--tolerance <seconds>', 'the window of the receiver, to have its edges judged', tolerance)
    .option('--timeout <seconds>', 'how long the sender waits for an answer', seconds, 5)
    .option('--for <seconds>', 'how long the whole drill may take (default: 20)', seconds)
    .option('--burst <count>', 'how many events are sent at once at most', countUpTo(10_000), 1000)
    .option('--observe <url>', 'a GET that answers how many events the receiver has acted upon')
    .option('--rate <number>', 'most deliveries a second; then none are sent at once', perSecond)
    .option('--seed <number>', 'make the ids repeat (default: others in each run)', wholeNumber)
    .option('--allow-public', 'drill a receiver that is not on this machine or in a private network')

const addReports = (command: Command): Command =>
  command
    .option('--report-dir <dir>', 'folder for the reports', 'rampart-drill')
    .addOption(new Option('--format <format>', 'what is printed').choices(['text', 'json']).default('text'))
    .option('--json', jsonHelp)

/** The command `rampart webhook drill`. */
export function drillCommand(context: CommandContext): Command {
  const command = new Command('drill').description(
    'Examine a receiver: send it right and wrong deliveries, and name the mistakes that its answers show.',
  )
  for (const add of [addSelection, addSecretOptions, addManners, addReports]) add(command)
  command.addHelpText(
    'after',
    '\nExit codes: 0 no findings, 1 findings, 2 wrong use, 3 not reached,\nno valid event was taken, or no time for every rule.',
  )
  return withExamples(
    command,
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks --rules "receiver/*" --json',
    'npx rampart webhook drill --list',
  ).action(async (found: DrillCommandOptions) => {
    const given = withJson(found, command)
    const { runDrillCommand } = await import('../../webhook/run-drill.js')
    // A variable that was set once must not send a drill anywhere.
    const isAllowed = command.getOptionValueSource('allowPublic') === 'cli'
    const options = { ...given, allowPublic: isAllowed && given.allowPublic === true }
    await runDrillCommand(context, options, resolve(context.cwd, given.reportDir))
  })
}
