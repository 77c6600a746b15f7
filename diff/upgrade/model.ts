import type { AffectedLine, Impact, ReportedDocument } from '../model/report.js'

/** A line of the user's code, with what to do there. */
export interface UpgradeLine extends AffectedLine {
  /** What to do, one sentence for each change, with names between backticks. */
  readonly advice: readonly string[]
}

/** A text that names the older version. */
export interface NamedLine {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: string
}

/** An import, or another path into generated code, that moves. */
export interface Move extends NamedLine {
  readonly before: string
  readonly after: string
}

/** A change as a rehearsal refers to it. */
export interface UpgradeChange {
  readonly fingerprint: string
  readonly id: string
  readonly effect: string
  readonly sentence: string
  readonly advice: string
  /** The operations that it reaches. */
  readonly operations: readonly string[]
}

/** One thing that recorded traffic shows. Nothing of what was recorded stands in it but names. */
export interface TrafficFinding {
  /** `request`: the newer version would refuse what was sent; `answer`: what was answered is not of the other version. */
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

/** What a recording shows. */
export interface Traffic {
  readonly file: string
  /** Whether it is of the user's own program; the suite sends wrong requests on purpose. */
  readonly isOwn: boolean
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly TrafficFinding[]
}

/** All that a rehearsal found. `upgrade.schema.json` describes it as JSON. */
export interface UpgradeReport {
  readonly upgradeVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  readonly from: ReportedDocument
  readonly to: ReportedDocument
  readonly folder: string
  /** The code that the project imports: of the older document, of the newer one alone, or of neither. */
  readonly imports: Impact['imports'] | 'neither'
  readonly filesRead: number
  readonly ownErrors?: Impact['ownErrors']
  readonly notes: readonly string[]
  /** Lines that no longer compile. */
  readonly must: readonly UpgradeLine[]
  /** Lines that compile and use what changed. */
  readonly may: readonly UpgradeLine[]
  /** Lines that compile with the newer code alone. */
  readonly fresh: readonly UpgradeLine[]
  readonly moves: readonly Move[]
  /** True when the moves were written. */
  readonly isWritten: boolean
  readonly named: readonly NamedLine[]
  /** Changes that break or may break clients, and touch no line of this one. */
  readonly untouched: readonly UpgradeChange[]
  readonly changes: readonly UpgradeChange[]
  /** Changes of behaviour that documents do not show. */
  readonly behaviours: readonly { readonly version: string; readonly says: string }[]
  readonly traffic: readonly Traffic[]
  /** Commands to run, in order, each with why. */
  readonly commands: readonly { readonly command: string; readonly why: string }[]
}

/** Whether something must change before the newer version can be used. */
export function mustChange({ must, traffic, imports }: UpgradeReport): boolean {
  const isRefused = traffic.some(
    ({ isOwn, findings }) => isOwn && findings.some(({ kind }) => kind === 'request'),
  )
  return must.length > 0 || (imports !== 'newer' && isRefused)
}
