import type { Command } from 'commander'

const withoutSettings: ReadonlySet<string> = new Set(['init', 'completion', 'complete'])

/** Whether a command takes options from a config file: not one that writes it, or that prints a script. */
export function readsSettings(command: Command): boolean {
  return !withoutSettings.has(command.name())
}

/** The commands below one that do something, or itself when there are none. */
export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}
