import { Command } from 'commander'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { drillCommand } from './webhook/drill.js'
import { listenCommand } from './webhook/listen.js'
import { sendCommand } from './webhook/send.js'
import { verifyCommand } from './webhook/verify.js'

/** The command `rampart webhook`: the tools for deliveries. */
export function webhookCommand(context: CommandContext): Command {
  const command = new Command('webhook')
    .description('Receive, verify and send signed deliveries.')
    .addCommand(listenCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(sendCommand(context))
    .addCommand(drillCommand(context))
  return withExamples(
    command,
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
  )
}
