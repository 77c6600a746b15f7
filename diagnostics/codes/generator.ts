import type { ErrorEntry } from './error-entry.js'

export const generatorErrors = {
  DOCUMENT_UNREADABLE: {
    exit: 2,
    title: 'A document could not be read, or is longer than 64 MB.',
    fix: 'Check the path and its permissions.',
  },
  DOCUMENT_SYNTAX: {
    exit: 2,
    title: 'A document is neither valid JSON nor valid YAML.',
    fix: 'Fix the document at the location named, or fetch it again.',
  },
  DOCUMENT_UNSUPPORTED: {
    exit: 2,
    title: 'A document is not OpenAPI 3.0, 3.1 or 3.2, nor Swagger 2.0.',
    fix: 'Check that the file is an OpenAPI 3 or Swagger 2.0 document, and not a page about one.',
  },
  DOCUMENT_INVALID: {
    exit: 2,
    title: 'A document breaks rules of OpenAPI that generated code depends on.',
    fix: 'Fix the listed locations, which are JSON Pointers. Or run "npx rampart generate --lenient", which makes gaps of such references and schemas.',
  },
  DOCUMENT_DUPLICATE: {
    exit: 2,
    title: 'Two inputs would be generated into one folder.',
    fix: 'Rename one of the files, or generate them into different folders with --out.',
  },
  DOCUMENT_NOTE: {
    exit: 2,
    title: 'A part of a document has no effect on the generated code.',
    fix: 'Fix the document if the part should have an effect; otherwise nothing has to be done.',
  },
  SELECTION_EMPTY: {
    exit: 2,
    title: 'The options select no operation of a document.',
    fix: 'Compare --include and --exclude with the tags and operation ids of the document.',
  },
  TYPES_UNPRINTABLE: {
    exit: 2,
    title: 'openapi-typescript could not print the types of a document.',
    fix: 'Report it with the document; until it is fixed, leave out the operations concerned with --exclude.',
  },
  TEMPLATE_INVALID: {
    exit: 2,
    title: 'A template could not be read or rendered.',
    fix: 'Compare it with the template of the same name that rampart ships.',
  },
} as const satisfies Record<string, ErrorEntry>
