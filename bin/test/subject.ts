import type { Plan, Registry } from '../../conformance/index.js'
import { paymentPack } from '../../payment/index.js'
import { versions as described } from '../../versions/index.js'
import { serviceUrls } from '../input/service-urls.js'
import { registryFor } from '../packs/packs.js'
import type { CommandContext } from '../process/context.js'
import { apisOf, type TestedDocument } from './apis.js'
import type { PlanInputs, TestOptions } from './command.js'
import { documentsFor, outlinesOf } from './documents.js'
import { makePlan, versionsFor } from './plan.js'

/** The documents and the rules of a run, and its plan before the service was looked at. */
export interface Subject {
  readonly documents: readonly TestedDocument[]
  readonly registry: Registry
  readonly wanted: Plan
}

/** Opens the documents of a service, and chooses the rules that are about it. */
export async function subjectOf(
  options: TestOptions,
  inputs: PlanInputs,
  context: CommandContext,
): Promise<Subject> {
  const { opened, listed } = await documentsFor(options, context)
  const fitting = registryFor(inputs.packs, outlinesOf(opened))
  // A service that publishes dated versions takes the version header and the key as the payment API does.
  const isPublished = options.document === undefined
  const { service = isPublished ? paymentPack.service : undefined } = fitting
  const registry = { ...fitting, ...(service && { service }) }
  const versions = versionsFor(options.versions, listed.versions)
  const tested = opened.filter(({ version }) => versions.includes(version))
  const documents = await apisOf(tested, options, registry, context)
  const apis = documents.map(({ api }) => api)
  const baseUrl = apis[0]?.baseUrl ?? ''
  const specUrl = registry.service ? serviceUrls(baseUrl, options.specUrl).specUrl : ''
  // A service that a pack describes serves the versions of the pack, whichever documents are named.
  const known = fitting.service && !isPublished ? { ...listed, others: described } : listed
  const wanted = makePlan(options, { baseUrl, specUrl }, known, apis, registry, inputs)
  return { documents, registry, wanted }
}
