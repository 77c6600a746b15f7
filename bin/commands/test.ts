import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../context.js'
import type { TestOptions } from '../contract/options.js'

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 2 ** 31 - 1) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

const seconds = (text: string): number => {
  const value = Number(text)
  if (!(value > 0 && value <= 600))
    throw new InvalidArgumentError('It must be a number of seconds above 0, at most 600.')
  return value
}

const shard = (text: string): string => {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count)
    throw new InvalidArgumentError('It must be i/n with 1 <= i <= n, for instance 2/3.')
  return text
}

const port = (text: string): number => {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return value
}

const variableName = (text: string): string => {
  // The value is not repeated: what is no name is likely the key itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
    throw new RampartError('OPTION_INVALID', {
      message: '--api-key-env takes the name of an environment variable, and was given something else',
      fix: 'Put the key into a variable such as RAMPART_API_KEY and give the name of that.',
    })
  }
  return text
}

const collect = (value: string, former: readonly string[] | undefined): string[] => [...(former ?? []), value]

/** The command `rampart test`: the contract suite against a live service. */
export const testCommand = (context: CommandContext): Command =>
  new Command('test')
    .description('Judge a live service by its documents and by the written specification.')
    .option('--base-url <url>', 'API root of the service, usually ending in /api (RAMPART_BASE_URL)')
    .option('--spec-url <url>', 'host that serves /spec/versions (default: the base URL without /api)')
    .option('--versions <date...>', 'versions to test (default: all that the service lists)')
    .option('--rules <glob...>', 'rules to judge, for instance "versioning/*" (default: all)')
    .option('--allow-writes', 'create customers and addresses; allowed by itself only on a sandbox')
    .option('--report-dir <dir>', 'folder for the reports', 'rampart-report')
    .option(
      '--api-key-env <name>',
      'environment variable that holds the API key',
      variableName,
      'RAMPART_API_KEY',
    )
    .option('--customer-id <uuid>', 'a customer to use instead of creating one')
    .option('--recipient-account-id <uuid>', 'a registered bank account of that customer')
    .option('--sub-partner-id <uuid>', 'a sub-partner of the partner whose key is used')
    .option(
      '--second-key-env <name>',
      'environment variable that holds the key of another partner',
      variableName,
    )
    .option('--webhook-port <port>', 'receive webhooks on this port of 127.0.0.1 (0: a free one)', port)
    .option('--webhook-url <url>', 'public URL that leads to that port; register it for all events')
    .option(
      '--webhook-secret-env <name>',
      'environment variable that holds the secret of that webhook',
      variableName,
      'RAMPART_WEBHOOK_SECRET',
    )
    .option('--webhook-wait <seconds>', 'longest wait for webhooks that are due', seconds, 60)
    .option('--allow-origin <url>', 'another origin that documents may be read from (repeatable)', collect)
    .option('--shard <i/n>', 'run one of n parts', shard)
    .option('--seed <number>', 'make what is sent repeat', wholeNumber, 0)
    .option('--timeout <seconds>', 'longest wait for one answer', seconds, 10)
    .option('--json', 'print the report as JSON instead of the summary')
    .action(async (options: TestOptions) => {
      const { runTest } = await import('../contract/run-test.js')
      await runTest(
        { ...options, reportDir: resolve(context.cwd, options.reportDir) },
        options.reportDir,
        context,
      )
    })
