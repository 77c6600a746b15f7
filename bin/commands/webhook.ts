import { resolve } from 'node:path'
import { Command } from 'commander'
import { withJson } from '../input/options.js'
import type { CommandContext } from '../process/context.js'
import { drillOptions, listenOptions, sendOptions, verifyOptions } from '../webhook/options.js'
import { commandOf, withExamples } from './command.js'

const listenCommand = (context: CommandContext): Command =>
  commandOf({
    name: 'listen',
    description: 'Receive deliveries on this machine: verify, print, keep and forward them.',
    options: listenOptions,
    notes:
      'On a terminal: r sends the latest again, up and down choose another,\nq ends.\nEnds with 0 when interrupted. Without a secret nothing is verified.',
    examples: [
      'npx rampart webhook listen',
      'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
      'npx rampart webhook listen --list --json',
    ],
    run: async (options, _, command) => {
      const { runListen } = await import('../webhook/run-listen.js')
      await runListen(withJson(options, command), context)
    },
  })

const verifyCommand = (context: CommandContext): Command =>
  commandOf({
    name: 'verify',
    description: 'Say whether a delivery is signed as it should be, and if not, which mistake was made.',
    arguments: [
      [
        '[delivery]',
        'a recorded delivery: saved by listen, a HAR, an event of a gateway, a raw request; - for standard input',
      ],
    ],
    options: verifyOptions,
    notes: 'Exit codes: 0 valid, 1 not valid, 2 wrong use. The secret is never printed.',
    examples: [
      'npx rampart webhook verify delivery.har',
      'npx rampart webhook verify --headers headers.txt --body body.json --json',
    ],
    run: async (options, [recorded]) => {
      const { runVerify } = await import('../webhook/run-verify.js')
      await runVerify(context, recorded, options)
    },
  })

const sendCommand = (context: CommandContext): Command =>
  commandOf({
    name: 'send',
    description: 'Send a valid, signed event to a receiver.',
    arguments: [['[kind]', 'the kind of event: customer_status or CustomerStatus, for example']],
    options: sendOptions,
    notes:
      'Values of --set and --add are JSON where they are JSON, and otherwise text.\nRedirects are not followed. Exit codes: 0 answered with 200, 1 answered otherwise\nor not in time, 2 wrong use, 3 not reached.',
    examples: [
      'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
      'npx rampart webhook send customer_status --dry-run --set data.message.status=Suspended',
      'npx rampart webhook send --list --json',
    ],
    run: async (options, [kind]) => {
      const { runSend } = await import('../webhook/run-send.js')
      await runSend(context, kind, options)
    },
  })

const drillCommand = (context: CommandContext): Command =>
  commandOf({
    name: 'drill',
    description:
      'Examine a receiver: send it right and wrong deliveries, and name the mistakes that its answers show.',
    options: drillOptions,
    notes:
      'Exit codes: 0 no findings, 1 findings, 2 wrong use, 3 not reached,\nno valid event was taken, or no time for every rule.',
    examples: [
      'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
      'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks --rules "receiver/*" --json',
      'npx rampart webhook drill --list',
    ],
    run: async (found, _, command) => {
      const given = withJson(found, command)
      const { runDrillCommand } = await import('../webhook/run-drill.js')
      // A variable that was set once must not send a drill anywhere.
      const isAllowed = command.getOptionValueSource('allowPublic') === 'cli'
      const options = { ...given, allowPublic: isAllowed && given.allowPublic === true }
      await runDrillCommand(context, options, resolve(context.cwd, given.reportDir))
    },
  })

/** The command `rampart webhook`: the tools for deliveries. */
export function webhookCommand(context: CommandContext): Command {
  const command = new Command('webhook').description('Receive, verify and send signed deliveries.')
  for (const make of [listenCommand, verifyCommand, sendCommand, drillCommand])
    command.addCommand(make(context))
  return withExamples(
    command,
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
  )
}
