import path from 'node:path'
import { bundle, createConfig, type NormalizedProblem } from '@redocly/openapi-core'
import { isObject, type JsonObject } from '../../document/index.js'

/**
 * Bundles a document and everything that it refers to into one plain object.
 * Throws an Error that lists every reference that cannot be resolved or named.
 */
export async function bundleDocument(file: string): Promise<JsonObject> {
  const config = await createConfig({})
  const { bundle: bundled, problems } = await bundle({
    ref: file,
    config,
    componentRenamingConflicts: 'error',
  })
  if (problems.length > 0) throw new Error(problems.map(describeProblem).join('\n'))
  // A round trip through text unshares nodes, so that a patch never changes two places at once.
  const document: unknown = JSON.parse(JSON.stringify(bundled.parsed))
  if (!isObject(document)) throw new Error(`${file}: expected an object`)
  return document
}

/** One problem as one line: where (file and pointer), what, and the rule that found it. */
export function describeProblem(problem: NormalizedProblem): string {
  const [location] = problem.location
  const file = location ? path.relative(process.cwd(), location.source.absoluteRef) : ''
  return `${file}${location?.pointer ?? ''}: ${problem.message} (${problem.ruleId})`
}
