import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Surface } from '../../runtime/surface.js'
import type { Plan } from '../model/plan.js'
import { baseUrlOf } from './access.js'
import { OperationIndex } from './operation-index.js'

/** One version of the service under test: its generated surface, and its operations by method and path. */
export interface VersionUnderTest {
  readonly version: string
  readonly surface: Surface
  readonly operations: OperationIndex
}

interface GeneratedIndex {
  readonly versions: readonly string[]
  readonly load: (version: string) => Promise<Surface>
}

/** Imports the generated code of every version that a plan tests. */
export async function loadVersions(
  plan: Pick<Plan, 'generated' | 'versions' | 'baseUrl' | 'service'>,
): Promise<ReadonlyMap<string, VersionUnderTest>> {
  const index: GeneratedIndex = await import(pathToFileURL(join(plan.generated, 'index.js')).href)
  const entries = plan.versions.map(async (version): Promise<[string, VersionUnderTest]> => {
    const surface = await index.load(version)
    return [version, { version, surface, operations: new OperationIndex(surface, baseUrlOf(plan, version)) }]
  })
  return new Map(await Promise.all(entries))
}
