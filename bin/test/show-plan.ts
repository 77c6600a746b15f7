import { resolve } from 'node:path'
import { foresee, keysFrom, outlineOf, type Plan, type Registry } from '../../conformance/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { readLockFile } from '../input/specs-folder.js'
import { registryFor } from '../packs/packs-of-run.js'
import { documentsFor, outlinesOf } from './documents.js'
import type { ListedVersions, PlanInputs, TestOptions } from './options.js'
import { makePlan } from './plan.js'
import { renderPlan } from './render-plan.js'

/** Documents with the packs that are for them. */
interface Judged {
  readonly listed: ListedVersions
  readonly registry: Registry
}

const judgedBy = async (
  options: TestOptions,
  { packs }: PlanInputs,
  context: CommandContext,
): Promise<Judged> => {
  if (options.specs === undefined) {
    const { opened, listed } = await documentsFor(options, context)
    return { listed, registry: registryFor(packs, outlinesOf(opened)) }
  }
  const documents = await readSpecs(context.cwd, options.specs)
  const lock = await readLockFile(resolve(context.cwd, options.specs))
  const listed = { versions: documents.map(({ name }) => name), default: lock?.default ?? null }
  const outlines = documents.map(({ name, text }) => outlineOf(name, text))
  return { listed, registry: registryFor(packs, outlines) }
}

/** What would be judged of the documents, without leave to write: whether there is any shows when it is run. */
const planOf = (options: TestOptions, { listed, registry }: Judged, inputs: PlanInputs): Plan => {
  const urls = { baseUrl: options.baseUrl ?? '', specUrl: options.specUrl ?? '' }
  return makePlan(options, urls, listed, '', registry, inputs)
}

/**
 * Shows what a run would do. Only the documents are asked for; with `--specs` nothing is.
 * @throws RampartError as a run would for its options and documents.
 */
export async function showPlan(
  options: TestOptions,
  inputs: PlanInputs,
  context: CommandContext,
): Promise<void> {
  const judged = await judgedBy(options, inputs, context)
  const plan = planOf(options, judged, inputs)
  const steps = foresee(judged.registry, plan, keysFrom(plan, context.env))
  if (options.json === true)
    context.stdout(`${JSON.stringify({ versions: plan.versions, steps }, undefined, 2)}\n`)
  else context.stdout(renderPlan(steps, colorsFor(context.color).bold))
  const sent = options.specs === undefined ? 'Only the documents were asked for.' : 'Nothing was sent.'
  context.stderr(`${sent}\n`)
}
