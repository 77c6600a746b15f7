import type { AffectedLine, Impact, ReportedDocument } from '../model/report.js'

/** A line of user code, with advice. */
export interface UpgradeLine extends AffectedLine {
  /** One sentence for each change, with names in backticks. */
  readonly advice: readonly string[]
}

/** A text that names the older version. */
export interface NamedLine {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: string
}

/** An import, or another path into generated code, to rewrite. */
export interface Move extends NamedLine {
  readonly before: string
  readonly after: string
}

/** A change as an upgrade report refers to it. */
export interface UpgradeChange {
  readonly fingerprint: string
  readonly id: string
  readonly effect: string
  readonly sentence: string
  readonly advice: string
  /** The operations that it reaches. */
  readonly operations: readonly string[]
}

/** A finding in recorded traffic. It contains names from the recording, but none of its values. */
export interface TrafficFinding {
  /**
   * `request`: the newer version would refuse the request; `answer`: the response does not conform to the other
   * version.
   */
  readonly kind: 'request' | 'answer'
  /** `post /customers`. */
  readonly operation: string
  readonly status?: number
  readonly message: string
  readonly count: number
  /** 1-based position of the first entry in its recording. */
  readonly entry: number
  readonly advice: string
}

/** The findings in a recording. */
export interface Traffic {
  readonly file: string
  /** Whether the user's own program was recorded; the suite sends invalid requests on purpose. */
  readonly isOwn: boolean
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly TrafficFinding[]
}

/** The result of an upgrade rehearsal. `upgrade.schema.json` describes it as JSON. */
export interface UpgradeReport {
  readonly upgradeVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  readonly folder: string
  /** Which document's code the project imports: the older one's, only the newer one's, or neither's. */
  readonly imports: Impact['imports'] | 'neither'
  readonly filesRead: number
  readonly ownErrors?: Impact['ownErrors']
  readonly notes: readonly string[]
  /** Lines that no longer compile. */
  readonly must: readonly UpgradeLine[]
  /** Lines that compile and use something that changed. */
  readonly may: readonly UpgradeLine[]
  /** Lines that compile only with the newer code. */
  readonly fresh: readonly UpgradeLine[]
  readonly moves: readonly Move[]
  /** Whether the moves were written to the files. */
  readonly isWritten: boolean
  readonly named: readonly NamedLine[]
  /** Changes that break or may break clients, but affect no line of this project. */
  readonly untouched: readonly UpgradeChange[]
  readonly changes: readonly UpgradeChange[]
  /** Announced changes of behaviour that are not shown at a line. */
  readonly behaviours: readonly { readonly version: string; readonly says: string }[]
  readonly traffic: readonly Traffic[]
  /** Commands to run, in order, each with a reason. */
  readonly commands: readonly { readonly command: string; readonly why: string }[]
}

/** Whether the project must change before it can use the newer version. */
export function mustChange({ must, traffic, imports }: UpgradeReport): boolean {
  const isRefused = traffic.some(
    ({ isOwn, findings }) => isOwn && findings.some(({ kind }) => kind === 'request'),
  )
  return must.length > 0 || (imports !== 'newer' && isRefused)
}
