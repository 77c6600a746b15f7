import { Command } from 'commander'
import type { CommandContext } from '../context.js'

/** The command `rampart webhook send`. */
export const sendCommand = (_context: CommandContext): Command =>
  new Command('send').description('Send a valid, signed event to a receiver.')
