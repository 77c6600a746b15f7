import type { CallerCredentials, AppliedCredentials } from '../requests/index.js'

/** Where a request says which version it is for; in the path the base URL says it. */
export interface VersionCarrier {
  readonly in: 'header' | 'query'
  readonly name: string
}

/** Adds a version to what stands for the caller, so that every request carries it. */
export function withVersion(
  caller: CallerCredentials,
  carrier: VersionCarrier,
  version: string,
): CallerCredentials {
  const pair = [carrier.name, version] as const
  return {
    fresh: () => caller.fresh?.(),
    apply: (operation, kind): AppliedCredentials => {
      const { headers, query, cookies } = caller.apply(operation, kind)
      return carrier.in === 'header'
        ? { headers: [...headers, pair], query, cookies }
        : { headers, query: [...query, pair], cookies }
    },
  }
}
