export interface RequestCount {
  readonly sent: number
  /** With a whole response, in time, and of a readable size. */
  readonly answered: number
  readonly unanswered: number
}

/** The count for numbers of sent and answered requests. */
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

export class RequestCounter {
  sent = 0
  answered = 0

  add({ sent, answered }: RequestCount): void {
    this.sent += sent
    this.answered += answered
  }

  get count(): RequestCount {
    return requestCount(this.sent, this.answered)
  }
}

/** The statuses of an operation's responses under one version. */
export interface Traffic {
  /** Method and template, for instance `GET /customers/{}`. */
  readonly operation: string
  readonly statuses: Readonly<Record<string, number>>
}

/** Sums counts by operation, in the order of the first calls. */
export function addTraffic(parts: readonly Traffic[]): Traffic[] {
  const sums = new Map<string, Record<string, number>>()
  for (const { operation, statuses } of parts) {
    const sum = sums.get(operation) ?? {}
    sums.set(operation, sum)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  }
  return [...sums].map(([operation, statuses]) => ({ operation, statuses }))
}
