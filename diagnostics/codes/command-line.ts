import type { ErrorEntry } from './error-entry.js'

export const commandLineErrors = {
  CONFIG_INVALID: {
    exit: 2,
    title: 'The config file cannot be used.',
    fix: 'Fix the file at the location named; "npx rampart COMMAND --help" lists the options of a command.',
  },
  USAGE_INVALID: {
    exit: 2,
    title: 'The command line has an unknown command, option or argument, or lacks one.',
    fix: 'See "npx rampart COMMAND --help".',
  },
  OPTION_INVALID: {
    exit: 2,
    title: 'An option has a value that cannot be used.',
    fix: 'See "npx rampart COMMAND --help".',
  },
  VARIABLE_UNSET: {
    exit: 2,
    title: 'An environment variable that an option names is not set, or is blank.',
    fix: 'Put the key or the secret into that variable, or name another one.',
  },
  CHECK_FAILED: {
    exit: 1,
    title: 'A part of the check found a problem.',
    fix: 'Read the parts that failed above, or check.json in the folder of reports; each names the command that does the same alone.',
  },
  CHECK_UNREACHABLE: {
    exit: 3,
    title: 'The check could not reach the service.',
    fix: 'Check that the service runs, and the URLs and the key of the parts that failed.',
  },
  CHECK_UNUSABLE: {
    exit: 2,
    title: 'A part of the check could not be run with its options.',
    fix: 'Fix the problem that the part names, or leave the part out with --skip.',
  },
  CHECK_EMPTY: {
    exit: 2,
    title: 'The check had nothing to do.',
    fix: 'Give it something to check: --base-url for the test, a lock file for the documents, generated code; or leave out fewer parts.',
  },
  INIT_UNREADABLE: {
    exit: 2,
    title: 'A path that rampart init writes to cannot be read.',
    fix: 'Check the path: it may be a folder, or its parent may be a file.',
  },
  INIT_PACKAGE_INVALID: {
    exit: 2,
    title: 'A script cannot be added to package.json.',
    fix: 'Fix package.json, then run "npx rampart init" again.',
  },
  SPECS_MISSING: {
    exit: 2,
    title: 'There are no documents to work on.',
    fix: 'Run "npx rampart fetch --spec-url URL" first, or name their folder with --specs; "npx rampart COMMAND --help" shows whether files can be named instead.',
  },
  GENERATED_STALE: {
    exit: 1,
    title: 'Generated code differs from the documents.',
    fix: 'Run "npx rampart generate" with the same options, and commit the changes.',
  },
  OUTPUT_BUSY: {
    exit: 2,
    title: 'Another rampart process is writing the output folder.',
    fix: 'Try again when it has ended.',
  },
  OUTPUT_FOLDER_UNFIT: {
    exit: 2,
    title: 'The output folder cannot be replaced as a whole.',
    fix: 'Choose a folder that contains nothing else, for instance a new one inside the present one.',
  },
  OUTPUT_FOREIGN_FILE: {
    exit: 2,
    title: 'A file that rampart did not write is at a path that it has to write.',
    fix: 'Move the file away, or choose another folder.',
  },
  OUTPUT_NOT_WRITABLE: {
    exit: 2,
    title: 'The output folder cannot be written.',
    fix: 'Check permissions and free space, or choose another path.',
  },
  OUTPUT_PATH_INVALID: {
    exit: 2,
    title: 'The name of a generated file lies outside the output folder or clashes with another.',
    fix: 'Check the names in the document from which file names derive.',
  },
} as const satisfies Record<string, ErrorEntry>
