/** Where keys are noted that were seen: both hooks of a receiver in one. */
export interface SeenKeys {
  readonly seen: (key: string) => boolean
  readonly forget: (key: string) => void
}

/**
 * Keys in memory, for one process: the latest `limit` of them, each for `seconds`. A customer whose status returns
 * to what it was sends the same content once more, so keys are better not kept for longer than retries last.
 */
export function seenKeys({ limit = 10_000, seconds = 86_400, now = Date.now } = {}): SeenKeys {
  const noted = new Map<string, number>()
  return {
    seen: (key) => {
      const at = noted.get(key)
      if (at !== undefined && now() - at < seconds * 1000) return true
      noted.delete(key)
      noted.set(key, now())
      const [oldest] = noted.keys()
      if (noted.size > limit && oldest !== undefined) noted.delete(oldest)
      return false
    },
    forget: (key) => {
      noted.delete(key)
    },
  }
}
