import { diffFormats } from '../../reporting/formats.js'
import { type Declaration, file, flag, folder, type OptionsOf, text, jsonHelp } from '../input/options.js'

/** The command `rampart diff`: two documents, their changes, and what the minting policy says of them. */
export const diffCommand = {
  name: 'diff',
  description: 'Explain the changes between two documents, and judge them by the minting policy.',
  arguments: [
    ['[from]', 'the older document: a version in --specs, a file, a URL, or - for stdin'],
    ['[to]', 'the newer document'],
  ],
  options: {
    specs: folder('<dir>', 'folder of fetched documents, in which versions are looked up', {
      usual: 'specs',
    }),
    fromGit: text('<rev:path>', 'read the older document from git; FROM is left out then'),
    published: flag('both documents are texts of one published version', { excludes: ['unpublished'] }),
    unpublished: flag('the newer document is of a version that nobody uses yet', { excludes: ['published'] }),
    policy: file('<file>', 'JSON: a minting policy instead of that of the specification', {
      hasContent: true,
    }),
    allow: file('<file>', 'known changes, each with a reason and the day it expires'),
    writeAllow: file('<file>', 'write the changes that need a version as such a list'),
    impact: folder('<dir>', 'a TypeScript project: list its lines that the changes touch'),
    format: text('<format>', 'what to print (default: text)', { choices: diffFormats }),
    json: flag(jsonHelp),
    all: flag('with text: every change, with its id and fingerprint'),
    output: file('<file>', 'write it to a file; a summary is printed then (-: stdout)'),
  },
  examples: [
    'npx rampart diff 2026-07-01 2026-08-01',
    'npx rampart diff old.yaml new.yaml --format markdown --output changes.md',
    'npx rampart diff 2026-07-01 2026-08-01 --json',
  ],
} satisfies Declaration

/** Options of `rampart diff`. */
export type DiffOptions = OptionsOf<(typeof diffCommand)['options']>
