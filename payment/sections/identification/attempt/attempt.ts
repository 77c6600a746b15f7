import { isJsonType } from '../../../../document/index.js'
import type { ScenarioContext } from '../../../../conformance/rules/context.js'
import { Skip, unmet } from '../../../../conformance/model/outcome.js'
import type { Exchange } from '../../../../conformance/exchange/exchange.js'
import { brief } from '../../../../reporting/index.js'
import { isSuccess, outcomeOf } from '../../../../conformance/exchange/reading.js'
import { buildBody } from '../submission/build.js'
import { checkBody } from '../submission/check.js'
import { submitterOf } from './submitter.js'
import { Draft } from '../submission/draft.js'
import type { Recipe } from '../submission/facts.js'
import { applyPatch } from '../submission/patch.js'
import { codesOf, entriesOf } from './refusal.js'

/** A submission to be sent: a recipe that keeps every rule, and what is changed of it. */
export interface Trial {
  /** Printed in findings; no two trials of one recipe and different edits have the same. */
  readonly name: string
  readonly recipe: Recipe
  readonly edit?: (draft: Draft) => void
}

/** A trial that was sent, with the answer. */
export interface Attempt {
  readonly trial: Trial
  readonly customer: string
  readonly exchange: Exchange
  /** The first error of the document's own schema in the body; undefined when the body is valid. */
  readonly forbidden: string | undefined
}

const path = '/customers/{}/identifications/v2'

/** The first error of the document's schema in a submission; undefined when it is valid. */
export async function objection(context: ScenarioContext, body: unknown): Promise<string | undefined> {
  const operation = context.operation('post', path)
  const [media] = Object.entries(operation.requestBody?.content ?? {})
    .filter(([type]) => isJsonType(type))
    .map(([, one]) => one)
  if (media?.validator === undefined) return undefined
  const validator = await context.under.surface.validator(media.validator)
  if (validator(body)) return undefined
  const [first] = validator.errors ?? []
  return `${first?.instancePath ?? ''} ${first?.message ?? 'is refused'}`
}

const build = (context: ScenarioContext, recipe: Recipe): unknown => {
  const built = buildBody(context, context.operation('post', path), recipe)
  const mend = context.session.plan.subjects.provocations?.[recipe.kind]
  const mended = mend ? (applyPatch(built, mend) ?? built) : built
  checkBody(mended, recipe)
  return mended
}

/** The body of a recipe, mended by the user's own patch for its kind where there is one. */
export function bodyOf(context: ScenarioContext, recipe: Recipe): Promise<unknown> {
  const name = `identification body ${context.under.version} ${recipe.name}`
  return context.once(name, async () => build(context, recipe))
}

const send = async (context: ScenarioContext, trial: Trial, version: string): Promise<Attempt> => {
  const draft = new Draft(await bodyOf(context, trial.recipe))
  trial.edit?.(draft)
  const forbidden = await objection(context, draft.body)
  if (forbidden !== undefined && !trial.edit) {
    const reason = `the document wants more of ${trial.recipe.name} than can be made up: ${forbidden}`
    throw new Skip(reason, 'provocation')
  }
  const submitter = await submitterOf(context, version)
  return { trial, forbidden, ...(await submitter.submit(context, trial.recipe.kind, draft.body)) }
}

/** Sends a trial, once for all rules. @throws an ending when it cannot be built from the document. */
export function attempt(context: ScenarioContext, trial: Trial, version = context.version): Promise<Attempt> {
  return context.once(`identification ${version} ${trial.recipe.name}: ${trial.name}`, () =>
    send(context, trial, version),
  )
}

/** A recipe as it is, with nothing changed. */
export function plain(recipe: Recipe): Trial {
  return { name: recipe.name, recipe }
}

/**
 * A recipe that the service accepts: what is broken of it is then the only fault.
 * @throws an ending when it is not accepted, which may have reasons that cannot be known here
 */
export async function accepted(context: ScenarioContext, recipe: Recipe): Promise<Attempt> {
  const tried = await attempt(context, plain(recipe))
  if (isSuccess(tried.exchange)) return tried
  throw unmet(
    `${recipe.name}, built from the document, is not accepted (${refusalText(tried.exchange)}); ` +
      `a patch named ${recipe.kind} among the provocations can mend it`,
    tried.exchange,
    'provocation',
  )
}

/** Status of an answer with its first error, for reasons why something is not judged. */
export function refusalText(exchange: Exchange): string {
  const [first] = entriesOf(exchange) ?? []
  return first ? `${exchange.response.status} ${brief(first, 200)}` : outcomeOf(exchange)
}

/** Status and codes of an answer, for messages. */
export function codesText(exchange: Exchange): string {
  const codes = codesOf(exchange)
  return codes.length === 0
    ? `${exchange.response.status}`
    : `${exchange.response.status} with ${[...new Set(codes)].toSorted().join(', ')}`
}
