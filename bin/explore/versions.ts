import type { VersionCarrier } from '../../conformance/index.js'
import type { ExploreOptions } from './options.js'

/** Where requests say which version they are for; undefined where they do not, or where the path does. */
export function carrierOf({ versionHeader, versionQuery }: ExploreOptions): VersionCarrier | undefined {
  if (versionHeader !== undefined) return { in: 'header', name: versionHeader }
  return versionQuery === undefined ? undefined : { in: 'query', name: versionQuery }
}
