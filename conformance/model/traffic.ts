/** How often an operation was called under a version, and what was answered. */
export interface Traffic {
  /** Method and template, for instance `GET /customers/{}`. */
  readonly operation: string
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Sums counts up by operation, in the order in which operations were first called. */
export function addTraffic(parts: readonly Traffic[]): Traffic[] {
  const sums = new Map<string, Record<string, number>>()
  for (const { operation, statuses } of parts) {
    const sum = sums.get(operation) ?? {}
    sums.set(operation, sum)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  }
  return [...sums].map(([operation, statuses]) => ({ operation, statuses }))
}

/** How many answers there were in all. */
export function answersOf({ statuses }: Traffic): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
