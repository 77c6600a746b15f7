/** How many requests went out, and what became of them. */
export interface RequestCount {
  readonly sent: number
  /** Answered as a whole, in time, and with no more than anyone would read. */
  readonly answered: number
  readonly unanswered: number
}

/** The count of requests of which so many were sent, and so many of them answered. */
export function requestCount(sent: number, answered = sent): RequestCount {
  return {
    sent,
    answered,
    unanswered: sent - answered,
  }
}

/** Sums counts up. */
export function addRequests(counts: readonly RequestCount[]): RequestCount {
  const sum = (pick: (count: RequestCount) => number): number =>
    counts.reduce((total, count) => total + pick(count), 0)
  return requestCount(
    sum(({ sent }) => sent),
    sum(({ answered }) => answered),
  )
}

/** Counts requests as they are sent and answered. */
export class RequestCounter {
  sent = 0
  answered = 0

  /** Adds what another counted. */
  add({ sent, answered }: RequestCount): void {
    this.sent += sent
    this.answered += answered
  }

  /** The count so far. */
  get count(): RequestCount {
    return requestCount(this.sent, this.answered)
  }
}

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
