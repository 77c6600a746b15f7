/** Code scanning on GitHub takes no more of one file. */
export const sarifLimits = { results: 25_000, gzippedBytes: 10_000_000 } as const

/** How loud a result or a notification is. */
export type SarifLevel = 'error' | 'warning' | 'note'

/** A notification of a run (SARIF 3.58). */
export function sarifNotification(level: SarifLevel, text: string) {
  return { level, message: { text } }
}

/** A line of a file, the first one without it; `uri` is relative to the root of the source, or else a name of its own. */
export function sarifLocation(uri: string, line = 1, isInSource = true) {
  return {
    physicalLocation: {
      artifactLocation: isInSource ? { uri, uriBaseId: '%SRCROOT%' } : { uri },
      region: { startLine: line },
    },
  }
}

/** Fingerprints that are the same in every run that finds the same. */
export function sarifFingerprints(own: string, primaryLocationLineHash: string) {
  return { 'rampart/v1': own, primaryLocationLineHash }
}

/** A text without links: brackets would make one of what they hold (SARIF 3.11.6). */
export function withoutLinks(text: string): string {
  return text.replaceAll(/[\\[\]]/g, String.raw`\$&`)
}

/** The content of the one run of a log. */
export interface SarifRun {
  /** Tells this kind of run from others on the same commit, and ends with a slash (SARIF 3.17.3). */
  readonly category: string
  readonly toolVersion: string
  readonly rules: readonly object[]
  readonly invocation: object
  readonly results: readonly object[]
}

/** A log of SARIF 2.1.0 with one run. */
export function sarifLog({ category, toolVersion, rules, invocation, results }: SarifRun): string {
  const run = {
    tool: { driver: { name: 'rampart', semanticVersion: toolVersion, rules } },
    automationDetails: { id: category },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation],
    results,
  }
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}
