import type { Command } from 'commander'

/** Where the value of an option comes from, when it is not the usual one. */
export type OptionSource = 'cli' | 'env' | 'config'

const isSource = (source: string | undefined): source is OptionSource =>
  source === 'cli' || source === 'env' || source === 'config'

/** Where the options come from that somebody gave a value, by their names in camel case. */
export function optionSources(command: Command): ReadonlyMap<string, OptionSource> {
  const names = command.options.map((option) => option.attributeName())
  return new Map(
    names.flatMap((name) => {
      const source = command.getOptionValueSource(name)
      return isSource(source) ? [[name, source] as const] : []
    }),
  )
}
