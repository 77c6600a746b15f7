import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Surface } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import type { Plan } from '../model/plan.js'
import { baseUrlOf } from './access.js'
import { OperationIndex } from './operation-index.js'

/** One version of the service under test: its surface, and its operations by method and path. */
export interface VersionUnderTest {
  readonly version: string
  readonly surface: Surface
  readonly operations: OperationIndex
  readonly api: Api
}

/** Loads a version, as the generated index does. */
type Load = (version: string) => Surface | undefined | Promise<Surface>

const loaderOf = async ({ generated }: Pick<Plan, 'generated'>): Promise<Load> => {
  if (typeof generated !== 'string') return (version) => generated.get(version)
  const index: { readonly load: Load } = await import(pathToFileURL(join(generated, 'index.js')).href)
  return index.load
}

/** An API without its document, only from generated code. */
export function apiFor(surface: Surface, baseUrl: string): Api {
  const { version, operations } = surface
  return { version, surface, document: {}, baseUrl, operations: Object.values(operations) }
}

/**
 * The surfaces of all versions of a plan.
 * @param apis documents as read, where they contain more than the generated code
 * @throws RangeError for a version without a surface.
 */
export async function loadVersions(
  plan: Pick<Plan, 'generated' | 'versions' | 'baseUrl' | 'service'>,
  apis: readonly Api[] = [],
): Promise<ReadonlyMap<string, VersionUnderTest>> {
  const load = await loaderOf(plan)
  const entries = plan.versions.map(async (version): Promise<[string, VersionUnderTest]> => {
    const surface = await load(version)
    if (!surface) throw new RangeError(`no document is of version ${version}`)
    const baseUrl = baseUrlOf(plan, version)
    const operations = new OperationIndex(surface, baseUrl)
    const api = apis.find((one) => one.version === version) ?? apiFor({ ...surface, version }, baseUrl)
    return [version, { version, surface, operations, api }]
  })
  return new Map(await Promise.all(entries))
}
