import { Command, Option } from 'commander'
import { withExamples } from '../../output/help-text.js'
import type { CommandContext } from '../../process/context.js'
import { countUpTo, variableFor } from '../../input/option-values.js'
import { addSecretOptions, time, tolerance } from './secret-options.js'
import type { VerifyOptions } from '../../webhook/run-verify.js'

/** The command `rampart webhook verify`. */
export function verifyCommand(context: CommandContext): Command {
  const command = addSecretOptions(new Command('verify'))
    .description('Say whether a delivery is signed as it should be, and if not, which mistake was made.')
    .argument(
      '[delivery]',
      'a recorded delivery: saved by listen, a HAR, an event of a gateway, a raw request; - for standard input',
    )
    .option('--headers <file>', 'headers: "Name: value" lines, the output of curl -v, or JSON')
    .option('--body <file>', 'the body, byte by byte as it arrived')
    .option('--entry <n>', 'which delivery of a file that holds several', countUpTo(1_000_000))
    .addOption(
      new Option(
        '--other-secret-env <name...>',
        'variables with secrets that are tried to name them',
      ).argParser((text: string, former: readonly string[] | undefined) => [
        ...(former ?? []),
        variableFor('--other-secret-env', 'OTHER_SECRET')(text),
      ]),
    )
    .addOption(
      new Option('--secret-as <form>', 'how the secret becomes the key')
        .choices(['text', 'base64', 'hex'])
        .default('text'),
    )
    .option(
      '--at <time>',
      'when to judge it (default: its arrival where that is recorded, otherwise now)',
      time,
    )
    .option('--tolerance <seconds>', 'how far the timestamp may be away', tolerance, 300)
    .option('--version <date>', 'the document that judges the body (default: the newest)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit codes: 0 valid, 1 not valid, 2 wrong use. The secret is never printed.')
  return withExamples(
    command,
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook verify --headers headers.txt --body body.json --json',
  ).action(async (recorded: string | undefined, options: VerifyOptions) => {
    const { runVerify } = await import('../../webhook/run-verify.js')
    await runVerify(context, recorded, options)
  })
}
