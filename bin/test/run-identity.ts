import { randomUUID } from 'node:crypto'
import { type Plan, planHash, type RunIdentity } from '../../conformance/index.js'

/** Variables in which CI systems name the run that all jobs of a matrix belong to. */
const groupVariables = [
  'GITHUB_RUN_ID',
  'CI_PIPELINE_ID',
  'BUILDKITE_BUILD_ID',
  'CIRCLE_WORKFLOW_ID',
  'BUILD_TAG',
]

/**
 * The identity by which the report of a run is put together with others.
 * @param shard `2/3` for the second of three parts
 */
export function runIdentity(
  plan: Plan,
  documents: Readonly<Record<string, string>>,
  shard: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): RunIdentity {
  const group = groupVariables.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  const [index = 1, count = 1] = (shard ?? '').split('/').map(Number)
  return {
    id: randomUUID(),
    ...(group !== undefined && { group }),
    ...(shard !== undefined && { shard: { index, count } }),
    plan: planHash(plan, documents),
  }
}
