import { Command, InvalidArgumentError, Option } from 'commander'
import { didYouMean } from '../../diagnostics/index.js'
import type { PrinterName } from '../../generator/index.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { type GenerateCommandOptions, typesPrinters } from '../generate/options.js'

const printer = (given: string): PrinterName => {
  const known = typesPrinters.find((name) => name === given)
  if (known !== undefined) return known
  throw new InvalidArgumentError(
    `It must be ${typesPrinters.join(' or ')}${didYouMean(given, typesPrinters)}`,
  )
}

const packageName = (given: string): string => {
  if (/^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/.test(given) && given.length <= 214) return given
  throw new InvalidArgumentError('It must be a name that npm takes, such as payments-api or @acme/payments.')
}

/** The command `rampart generate`: documents to types, validators, clients and operation tables. */
export function generateCommand(context: CommandContext): Command {
  const command = new Command('generate')
    .description('Generate types, validators, clients and operation tables from documents.')
    .option('--specs <dir>', 'folder of dated documents, as "rampart fetch" leaves it', 'specs')
    .option(
      '--input <document...>',
      'documents that are not dated: files, http(s) URLs, or - for standard input',
    )
    .option('--out <dir>', 'folder for the generated code', 'generated')
    .option('--only <name...>', 'only the documents of these names, such as dates')
    .option('--include <pattern...>', 'only operations with such a tag or operationId; * stands for any text')
    .option('--exclude <pattern...>', 'no operations with such a tag or operationId')
    .option(
      '--lenient',
      'a reference that names nothing, or a schema that cannot be read, is a gap and not the end of the run',
    )
    .option('--allow-refs <place...>', 'folders and hosts that references may lead to')
    .option('--open-enums', 'types of responses take values that an enumeration does not list')
    .option('--brands', 'types of their own for uuid, date-time and decimal')
    .option(
      '--types <printer>',
      'who prints types.d.ts: openapi-typescript or rampart (default: by document)',
      printer,
    )
    .option('--single-file', 'one file of types for each document, and nothing else')
    .option('--package <name>', 'make the folder a package of this name, with an exports map', packageName)
    .option('--templates <dir>', 'templates that replace those of the same name')
    .option('--check', 'write nothing, and fail when anything differs')
    .addOption(new Option('--dry-run', 'write nothing, and print what would be written').conflicts('check'))
    .addOption(
      new Option('--watch', 'generate again whenever a document or a template changes').conflicts([
        'check',
        'dryRun',
      ]),
    )
    .option('--json', 'print what was written as JSON')
  return withExamples(
    command,
    'npx rampart generate',
    'npx rampart generate --input openapi.yaml --out src/api',
    'npx rampart generate --check',
  ).action(async () => {
    const options = generateOptions(command)
    if (options.watch === true) {
      const { watchAndGenerate } = await import('../generate/watch.js')
      return watchAndGenerate(options, context)
    }
    const { runGenerate } = await import('../generate/run-generate.js')
    return runGenerate(options, context)
  })
}

/** The options of the command, once commander and the settings gave them their values. */
export function generateOptions(command: Command): GenerateCommandOptions {
  const { specs, ...rest } = command.opts<GenerateCommandOptions>()
  const isUsual = command.getOptionValueSource('specs') === 'default'
  // Named documents replace the folder, unless that is named as well.
  return { ...rest, ...(specs !== undefined && !(isUsual && rest.input !== undefined) && { specs }) }
}
