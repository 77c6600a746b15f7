import { InvalidArgumentError } from 'commander'
import {
  type Declaration,
  documents,
  flag,
  folder,
  type OptionsOf,
  referenceRoots,
  text,
} from '../input/options.js'

const packageName = (given: string): string => {
  if (/^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/.test(given) && given.length <= 214) return given
  throw new InvalidArgumentError('must be a name that npm takes, such as payments-api or @acme/payments')
}

/** Options of `rampart generate`. */
const generateOptions = {
  specs: folder('<dir>', 'folder of dated documents, as "rampart fetch" writes it', { usual: 'specs' }),
  input: documents(
    '<document...>',
    'documents that are not dated: files, http(s) URLs, or - for standard input',
  ),
  out: folder('<dir>', 'folder for the generated code', { usual: 'generated' }),
  only: text('<name...>', 'only the documents of these names, such as dates', {
    names: 'versions',
    isWhole: true,
  }),
  include: text(
    '<pattern...>',
    'only operations with such a tag, path or operationId; * stands for any text',
  ),
  exclude: text('<pattern...>', 'no operations with such a tag, path or operationId'),
  lenient: flag(
    'continue where references lead nowhere or schemas cannot be read; such parts are gaps in the code',
  ),
  allowRefs: referenceRoots('<place...>', 'folders and hosts that references may lead to'),
  openEnums: flag('types of responses allow values that an enumeration does not list'),
  brands: flag('types of their own for uuid, date-time and decimal'),
  singleFile: flag('one file of types for each document, and nothing else'),
  package: text('<name>', 'make the folder a package of this name, with an exports map', {
    parse: packageName,
  }),
  templates: folder('<dir>', 'templates that replace those of the same name'),
  check: flag('write nothing, and fail when anything differs'),
  dryRun: flag('write nothing, and print what would be written', { excludes: ['check'] }),
  json: flag('print as JSON what was written, or with --check and --dry-run what differs'),
}

/** Options of a run; without `specs`, nothing but the documents of `input` is read. */
export type GenerateCommandOptions = Omit<OptionsOf<typeof generateOptions>, 'specs'> & {
  readonly specs?: string
}

/** The command `rampart generate`: documents to types, validators, clients and operation tables. */
export const generateCommand = {
  name: 'generate',
  description: 'Generate types, validators, clients and operation tables from documents.',
  options: generateOptions,
  examples: [
    'npx rampart generate',
    'npx rampart generate --input openapi.yaml --out src/api',
    'npx rampart generate --check',
  ],
} satisfies Declaration
