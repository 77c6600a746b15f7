import { Command } from 'commander'
import type { CommandContext } from '../context.js'

/** The command `rampart webhook listen`. */
export const listenCommand = (_context: CommandContext): Command =>
  new Command('listen').description(
    'Receive deliveries on this machine: verify, print, keep and forward them.',
  )
