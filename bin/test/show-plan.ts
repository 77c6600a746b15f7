import { resolve } from 'node:path'
import { foresee, keysFrom, type Plan, registry } from '../../conformance/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { readLockFile } from '../input/specs-folder.js'
import { fetchSet, versionsOf } from './documents.js'
import type { PlanExtras, TestOptions } from './options.js'
import { type ListedVersions, makePlan } from './plan.js'
import { renderPlan } from './render-plan.js'
import { serviceUrls } from '../input/service-urls.js'

const listedIn = async (folder: string, context: CommandContext): Promise<ListedVersions> => {
  const documents = await readSpecs(context.cwd, folder)
  const lock = await readLockFile(resolve(context.cwd, folder))
  return { versions: documents.map(({ name }) => name), default: lock?.default ?? null }
}

const planOf = async (options: TestOptions, extras: PlanExtras, context: CommandContext): Promise<Plan> => {
  if (options.specs !== undefined) {
    const listed = await listedIn(options.specs, context)
    return makePlan(options, { baseUrl: options.baseUrl ?? '', specUrl: '' }, listed, '', extras)
  }
  const urls = serviceUrls(options.baseUrl, options.specUrl)
  return makePlan(options, urls, versionsOf(await fetchSet(urls.specUrl, options, context)), '', extras)
}

/**
 * Shows what a run would do. Only the documents are asked for; with `--specs` nothing is.
 * @throws RampartError as a run would for its options and documents.
 */
export async function showPlan(
  options: TestOptions,
  extras: PlanExtras,
  context: CommandContext,
): Promise<void> {
  const plan = await planOf(options, extras, context)
  const steps = foresee(registry, plan, keysFrom(plan, context.env))
  if (options.json === true)
    context.stdout(`${JSON.stringify({ versions: plan.versions, steps }, undefined, 2)}\n`)
  else context.stdout(renderPlan(steps, colorsFor(context.color).bold))
  const sent = options.specs === undefined ? 'Only the documents were asked for.' : 'Nothing was sent.'
  context.stderr(`${sent}\n`)
}
