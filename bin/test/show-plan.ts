import { resolve } from 'node:path'
import { foresee, keysFrom, type Plan, type Registry, type RulePack } from '../../conformance/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { readLockFile } from '../input/specs-folder.js'
import { registryFor } from '../packs/packs-of-run.js'
import { fetchSet, inputsOf, versionsOf } from './documents.js'
import type { PlanInputs, TestOptions } from './options.js'
import { type ListedVersions, makePlan } from './plan.js'
import { renderPlan } from './render-plan.js'
import { serviceUrls } from '../input/service-urls.js'

/** Documents with the packs that are for them. */
interface Judged {
  readonly listed: ListedVersions
  readonly registry: Registry
}

const judgedIn = async (
  folder: string,
  packs: readonly RulePack[],
  context: CommandContext,
): Promise<Judged> => {
  const documents = await readSpecs(context.cwd, folder)
  const lock = await readLockFile(resolve(context.cwd, folder))
  const listed = { versions: documents.map(({ name }) => name), default: lock?.default ?? null }
  return { listed, registry: registryFor(packs, documents) }
}

interface Shown {
  readonly plan: Plan
  readonly registry: Registry
}

const planOf = async (options: TestOptions, extras: PlanInputs, context: CommandContext): Promise<Shown> => {
  if (options.specs !== undefined) {
    const { listed, registry } = await judgedIn(options.specs, extras.packs, context)
    const urls = { baseUrl: options.baseUrl ?? '', specUrl: '' }
    return { plan: makePlan(options, urls, listed, '', registry, extras), registry }
  }
  const urls = serviceUrls(options.baseUrl, options.specUrl)
  const set = await fetchSet(urls.specUrl, options, context)
  const registry = registryFor(extras.packs, inputsOf(set))
  return { plan: makePlan(options, urls, versionsOf(set), '', registry, extras), registry }
}

/**
 * Shows what a run would do. Only the documents are asked for; with `--specs` nothing is.
 * @throws RampartError as a run would for its options and documents.
 */
export async function showPlan(
  options: TestOptions,
  extras: PlanInputs,
  context: CommandContext,
): Promise<void> {
  const { plan, registry } = await planOf(options, extras, context)
  const steps = foresee(registry, plan, keysFrom(plan, context.env))
  if (options.json === true)
    context.stdout(`${JSON.stringify({ versions: plan.versions, steps }, undefined, 2)}\n`)
  else context.stdout(renderPlan(steps, colorsFor(context.color).bold))
  const sent = options.specs === undefined ? 'Only the documents were asked for.' : 'Nothing was sent.'
  context.stderr(`${sent}\n`)
}
