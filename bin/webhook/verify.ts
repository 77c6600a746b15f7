import { Command } from 'commander'
import type { CommandContext } from '../context.js'

/** The command `rampart webhook verify`. */
export const verifyCommand = (_context: CommandContext): Command =>
  new Command('verify').description(
    'Say whether a delivery is signed as it should be, and if not, which mistake was made.',
  )
