/** GitHub's limits for code scanning, per file. */
export const sarifLimits = { results: 25_000, gzippedBytes: 10_000_000 } as const

export type SarifLevel = 'error' | 'warning' | 'note'

/** A notification of a run (SARIF 3.58). */
export function sarifNotification(level: SarifLevel, text: string) {
  return { level, message: { text } }
}

/** A line of a file, by default the first; `uri` is relative to the source root, or an identifier of its own. */
export function sarifLocation(uri: string, line = 1, isInSource = true) {
  return {
    physicalLocation: {
      artifactLocation: isInSource ? { uri, uriBaseId: '%SRCROOT%' } : { uri },
      region: { startLine: line },
    },
  }
}

/** Fingerprints that are stable across runs. */
export function sarifFingerprints(own: string, primaryLocationLineHash: string) {
  return { 'rampart/v1': own, primaryLocationLineHash }
}

/** A text without links, which brackets would create (SARIF 3.11.6). */
export function withoutLinks(text: string): string {
  return text.replaceAll(/[\\[\]]/g, String.raw`\$&`)
}

export interface SarifRun {
  /** Distinguishes this kind of run from others on the same commit; ends with a slash (SARIF 3.17.3). */
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
