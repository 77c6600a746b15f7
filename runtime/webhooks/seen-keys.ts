/** A store of seen keys, with both hooks of a receiver. */
export interface SeenKeys {
  readonly seen: (key: string) => boolean
  readonly forget: (key: string) => void
}

/**
 * A store in memory, for one process: the latest `limit` keys, each for `seconds`. A customer whose status changes
 * back causes the same content again, so keys should not be kept longer than retries last.
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
