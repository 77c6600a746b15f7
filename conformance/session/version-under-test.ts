import type { Surface } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import type { Plan } from '../model/plan.js'
import { OperationIndex } from './operation-index.js'

/** One version of the service under test: its surface, and its operations by method and path. */
export interface VersionUnderTest {
  readonly version: string
  readonly surface: Surface
  readonly operations: OperationIndex
  readonly api: Api
}

/**
 * The versions of a plan with their documents, in its order.
 * @throws RangeError for a version without a document.
 */
export function versionsUnderTest({
  versions,
  apis,
}: Pick<Plan, 'versions' | 'apis'>): ReadonlyMap<string, VersionUnderTest> {
  const underTest = (version: string): VersionUnderTest => {
    const api = apis.find((one) => one.version === version)
    if (!api) throw new RangeError(`no document has version ${version}`)
    return { version, surface: api.surface, operations: new OperationIndex(api), api }
  }
  return new Map(versions.map((version) => [version, underTest(version)]))
}
