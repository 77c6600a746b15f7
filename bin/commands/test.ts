import { resolve } from 'node:path'
import type { Command } from 'commander'
import { optionSources } from '../config/options.js'
import type { CommandContext } from '../process/context.js'
import { type TestOptions, testOptions } from '../test/options.js'
import { commandOf } from './command.js'

/** The command `rampart test`: the contract suite against a live service. */
export function testCommand(context: CommandContext): Command {
  return commandOf({
    name: 'test',
    description: 'Judge a live service by its documents, and by the rules that are about them.',
    options: testOptions,
    examples: [
      'npx rampart test --base-url https://api.example.com/api',
      'npx rampart test --base-url https://api.example.com/api --rules "versioning/*"',
      'npx rampart test --base-url https://api.example.com/api --plan --specs specs',
      'npx rampart test --document openapi.yaml --base-url http://127.0.0.1:8000 --for 2m',
    ],
    run: async ({ reportDir }, _, command) => {
      const { runTest } = await import('../test/run-test.js')
      await runTest(givenToTest(command, context), reportDir, context)
    },
  })
}

/** The options of the command, once commander and the settings gave them their values. */
export function givenToTest(command: Command, { cwd }: CommandContext): TestOptions {
  const given = command.opts<TestOptions>()
  return { ...given, sources: optionSources(command), reportDir: resolve(cwd, given.reportDir) }
}
