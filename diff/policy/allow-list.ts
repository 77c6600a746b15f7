import type { Note, ReportedChange } from '../model/report.js'

/** A known change that is allowed until a date, as `allow.schema.json` describes it. */
export interface AllowedChange {
  readonly fingerprint: string
  readonly reason: string
  /** The last day on which it is allowed, as YYYY-MM-DD in UTC. */
  readonly expires: string
  /** A description of the change for readers of the file. */
  readonly change?: string
}

export interface AllowList {
  readonly allowVersion: 1
  readonly changes: readonly AllowedChange[]
}

const nameOf = ({ fingerprint, change }: AllowedChange): string =>
  change === undefined ? fingerprint : `${fingerprint} (${change})`

/** Changes after an allow-list was applied, with notes on its entries. */
export interface AllowedResult {
  readonly changes: readonly ReportedChange[]
  readonly notes: readonly Note[]
}

/**
 * Applies an allow-list: allowed changes stay in the report with the reason. Expired entries allow nothing; they and
 * entries without a match are noted.
 * @param today as YYYY-MM-DD
 */
export function applyAllowList(
  changes: readonly ReportedChange[],
  { changes: entries }: AllowList,
  today: string,
): AllowedResult {
  const valid = new Map(
    entries.filter(({ expires }) => expires >= today).map((one) => [one.fingerprint, one]),
  )
  const present = new Set(changes.map(({ fingerprint }) => fingerprint))
  const unmatched = [...valid.values()].filter(({ fingerprint }) => !present.has(fingerprint))
  const expired = entries.filter(({ expires }) => expires < today)
  return {
    changes: changes.map((change) => {
      const entry = valid.get(change.fingerprint)
      return entry ? { ...change, allowed: { reason: entry.reason, expires: entry.expires } } : change
    }),
    notes: [
      ...expired.map((one): Note => ({
        code: 'allow-expired',
        message: `the allow-list's entry for ${nameOf(one)} expired on ${one.expires}`,
      })),
      ...unmatched.map((one): Note => ({
        code: 'allow-unmatched',
        message: `the allow-list's entry for ${nameOf(one)} matches no change; remove it`,
      })),
    ],
  }
}

/** An allow-list of the changes that need a new version. The reasons are placeholders. */
export function allowListOf(changes: readonly ReportedChange[], reason: string, expires: string): AllowList {
  const due = changes.filter(({ ruling }) => ruling.verdict === 'mint')
  return {
    allowVersion: 1,
    changes: due.map(({ fingerprint, sentence, allowed }) => ({
      fingerprint,
      change: sentence,
      reason: allowed?.reason ?? reason,
      expires: allowed?.expires ?? expires,
    })),
  }
}
