import type { Command } from 'commander'
import { generateOptions, type GenerateCommandOptions } from '../generate/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

/** The command `rampart generate`: documents to types, validators, clients and operation tables. */
export function generateCommand(context: CommandContext): Command {
  return commandOf({
    name: 'generate',
    description: 'Generate types, validators, clients and operation tables from documents.',
    options: generateOptions,
    examples: [
      'npx rampart generate',
      'npx rampart generate --input openapi.yaml --out src/api',
      'npx rampart generate --check',
    ],
    run: async (_, __, command) => {
      const options = givenToGenerate(command)
      if (options.watch === true) {
        const { watchAndGenerate } = await import('../generate/watch.js')
        return watchAndGenerate(options, context)
      }
      const { runGenerate } = await import('../generate/run-generate.js')
      return runGenerate(options, context)
    },
  })
}

/** The options of the command, once commander and the settings gave them their values. */
export function givenToGenerate(command: Command): GenerateCommandOptions {
  const { specs, ...rest } = command.opts<GenerateCommandOptions>()
  const isUsual = command.getOptionValueSource('specs') === 'default'
  // Named documents replace the folder, unless that is named as well.
  return { ...rest, ...(specs !== undefined && !(isUsual && rest.input !== undefined) && { specs }) }
}
