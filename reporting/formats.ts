import { tableRow } from './markdown.js'

/** A format that a command prints, chosen by its name. */
export interface PrintedFormat {
  /** The intended use, in Markdown. */
  readonly purpose: string
}

/** A format that is written to its own file in the folder of reports. */
export interface FileFormat extends PrintedFormat {
  readonly file: string
}

// One row per format. A name without a printer does not compile; the command line offers the names, and the
// documentation lists the rows.

/** `rampart diff --format`; printed by `diff/reports/formats.ts`. */
export const diffFormats = {
  text: {
    purpose:
      'For a terminal. Changes are grouped by operation, breaking ones first, and cut to one screen; `--all` shows everything, with ids and fingerprints.',
  },
  markdown: {
    purpose:
      'A changelog to publish. It has a section for each effect and no fingerprints; changes of wording are counted, not listed.',
  },
  'github-comment': {
    purpose:
      'A comment on a pull request. It says what a client has to do, shows the fragments of the worst changes, and is never longer than GitHub allows. It begins with `<!-- rampart diff -->`, so that a job can find and replace its earlier comment.',
  },
  html: {
    purpose:
      'One page for people. It says what a client has to do, and shows each change at an address of its own, with both fragments side by side, links to both documents and the sentence of the policy. It loads nothing and needs no server.',
  },
  json: {
    purpose:
      'For programs ([its schema](../diff/reports/diff.schema.json), `rampart/diff.schema.json`); the same as `--json`.',
  },
  sarif: { purpose: 'For code scanning (SARIF 2.1.0), without changes of wording.' },
  github: {
    purpose:
      'Annotations for a job on GitHub: at most ten errors, ten warnings and ten notices, the worst first; the last one says how many were cut.',
  },
} as const satisfies Readonly<Record<string, PrintedFormat>>

export type DiffFormat = keyof typeof diffFormats

/** `rampart changelog --format`; printed by `diff/reports/changelog/`. */
export const changelogFormats = {
  markdown: { purpose: 'A page for a repository or a site; this is the default.' },
  html: { purpose: 'A page that loads nothing and needs no server.' },
  json: { purpose: 'For programs.' },
} as const satisfies Readonly<Record<string, PrintedFormat>>

export type ChangelogFormat = keyof typeof changelogFormats

/** The files in the folder of reports, in writing order; printed by `conformance/reports/formats.ts`. */
export const reportFormats = {
  json: {
    file: 'report.json',
    purpose:
      'Everything, for programs; [its schema](../conformance/reports/report.schema.json) is part of the package (`rampart/report.schema.json`).',
  },
  junit: {
    file: 'junit.xml',
    purpose:
      'For CI systems that show tests. There is a suite for each version, and in it a case for each rule; where a rule was judged by operation there is one for each operation, with the rule as its class. Names stay the same from run to run, so a CI system shows which operation broke and which one was fixed. A rule that could not be judged is an error; warnings and flakes fail nothing.',
  },
  sarif: {
    file: 'results.sarif',
    purpose:
      'For code scanning (SARIF 2.1.0): one result for each finding, with a fingerprint that is the same in every run.',
  },
  html: {
    file: 'report.html',
    purpose:
      'One page for people. It has an overview of areas by version, what is new since the last run, every result at an address of its own, each exchange beside what was promised, and a `curl` line that repeats it. It loads nothing and needs no server; `/` searches, `j` and `k` move, Enter opens.',
  },
  har: {
    file: 'exchanges.har',
    purpose:
      'The exchanges of the run (HAR 1.2): all that findings refer to, and others up to 16 MiB. `_rampart.results` names the results that an entry belongs to.',
  },
} as const satisfies Readonly<Record<string, FileFormat>>

export type ReportFormat = keyof typeof reportFormats

/** The files that `rampart check` writes; printed by `bin/check/check-report.ts`. */
export const checkFormats = {
  json: { file: 'check.json', purpose: 'For programs.' },
  markdown: { file: 'check.md', purpose: 'For the summary of a job, or a comment.' },
} as const satisfies Readonly<Record<string, FileFormat>>

export type CheckFormat = keyof typeof checkFormats

/** `rampart rules --format`; printed by `bin/rules/`. */
export const ruleFormats = {
  text: { purpose: 'For a terminal.' },
  json: { purpose: 'For programs.' },
  markdown: { purpose: 'A table for a page.' },
} as const satisfies Readonly<Record<string, PrintedFormat>>

export type RuleFormat = keyof typeof ruleFormats

/** The names of a table of formats. */
export function formatNames<Name extends string>(
  formats: Readonly<Record<Name, PrintedFormat>>,
): readonly Name[] {
  return Object.keys(formats) as Name[]
}

/** The rows of a table of formats for the documentation, in Markdown: by file if a format has one, else by name. */
export function formatRows(formats: Readonly<Record<string, PrintedFormat | FileFormat>>): readonly string[] {
  return Object.entries(formats).map(([name, format]) =>
    tableRow([`\`${'file' in format ? format.file : name}\``, format.purpose]),
  )
}
