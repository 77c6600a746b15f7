import { type Api, type ExploredApi, type VersionCarrier, withVersion } from '../../explore/index.js'
import type { OpenedAccess } from '../access/open-access.js'
import type { ExploreOptions } from './options.js'

/** Where requests say which version they are for; undefined where they do not, or where the path does. */
export function carrierOf({ versionHeader, versionQuery }: ExploreOptions): VersionCarrier | undefined {
  if (versionHeader !== undefined) return { in: 'header', name: versionHeader }
  return versionQuery === undefined ? undefined : { in: 'query', name: versionQuery }
}

/** Documents with what stands for the caller in requests by each: its credentials, and its version. */
export function callersOf(
  apis: readonly Api[],
  access: OpenedAccess,
  carrier?: VersionCarrier,
): readonly ExploredApi[] {
  return apis.flatMap((api, index) => {
    const own = access.credentials[index]
    if (!own) return []
    const credentials = carrier ? withVersion(own, carrier, api.version) : own
    return [{ api, credentials }]
  })
}
