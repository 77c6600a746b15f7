import { Command } from 'commander'
import type { CommandContext } from '../process/context.js'
import { drillCommand } from './webhook/drill.js'
import { listenCommand } from './webhook/listen.js'
import { sendCommand } from './webhook/send.js'
import { verifyCommand } from './webhook/verify.js'

/** The command `rampart webhook`: the tools for deliveries. */
export function webhookCommand(context: CommandContext): Command {
  return new Command('webhook')
    .description('Receive, verify and send signed deliveries.')
    .addCommand(listenCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(sendCommand(context))
    .addCommand(drillCommand(context))
}
