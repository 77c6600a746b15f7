import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { PatchOperation } from '../../model/plan.js'
import { isObject, isSuccess } from '../reading.js'
import { accepted, type Attempt, attempt, bodyOf, said, type Trial } from './attempt.js'
import { type Draft, isMembers } from './draft.js'
import { type Kind, type Recipe, recipes } from './facts.js'
import { applyPatch } from './patch.js'
import { type Code, codesOf, entriesOf } from './refusal.js'

/** The user's patch for a code; one named `code:Kind` is for that kind of submission alone. */
const patchFor = (
  { session }: ScenarioContext,
  code: Code,
  kind: Kind,
): readonly PatchOperation[] | undefined => {
  const patches = session.plan.subjects.provocations ?? {}
  return patches[`${code}:${kind}`] ?? patches[code]
}

const requirePatch = (context: ScenarioContext, code: Code, kinds: readonly Recipe[]): void => {
  if (kinds.some(({ kind }) => patchFor(context, code, kind) !== undefined)) return
  throw new Skip(
    `what provokes ${code} is not shown; give a JSON Patch named ${code} among the provocations, ` +
      'which turns a valid submission into one that the service refuses with it',
  )
}

const replaceWith = (draft: Draft, patched: unknown): void => {
  const { body } = draft
  if (!isMembers(body) || !isObject(patched)) return
  for (const name of Object.keys(body)) delete body[name]
  Object.assign(body, patched)
}

/** A recipe with the user's patch applied; undefined where the patch does not fit its body. */
const provoked = async (context: ScenarioContext, code: Code, recipe: Recipe): Promise<Trial | undefined> => {
  const patch = patchFor(context, code, recipe.kind)
  const patched = patch && applyPatch(await bodyOf(context, recipe), patch)
  if (patched === undefined) return undefined
  return { name: `what provokes ${code}`, recipe, edit: (draft) => replaceWith(draft, patched) }
}

const judge = (context: ScenarioContext, code: Code, { trial, exchange }: Attempt): void => {
  const message = `${code} is due for ${trial.recipe.name} with the patch given; ${said(exchange)} came`
  const isCoded = isSuccess(exchange) || entriesOf(exchange) !== undefined
  if (!isCoded && exchange.response.status === 400) {
    throw new Skip('the refusal is no list of codes; see identification/error-array')
  }
  context.expect(codesOf(exchange).includes(code), message, exchange)
}

const provoke = async (
  context: ScenarioContext,
  code: Code,
  recipe: Recipe,
): Promise<Attempt | undefined> => {
  const trial = await provoked(context, code, recipe)
  if (!trial) return undefined
  await accepted(context, recipe)
  const tried = await attempt(context, trial)
  judge(context, code, tried)
  return tried
}

/**
 * The steps of a code that hangs on the account, a provider or a list that is not shown: the user's patch provokes
 * it on each kind of submission that the patch fits.
 */
export const provokedCode =
  (code: Code, kinds: readonly Recipe[]): Scenario =>
  async (context) => {
    requirePatch(context, code, kinds)
    const tried: (Attempt | undefined)[] = []
    for (const recipe of kinds) tried.push(await provoke(context, code, recipe))
    if (tried.every((one) => one === undefined)) {
      throw new Skip(`the patch that provokes ${code} does not fit any submission that could be built`)
    }
  }

/** The country of an owner is prohibited; that of a beneficiary who is no owner is not. */
export const prohibitedCountry: Scenario = async (context) => {
  const code = 'ubo_country_prohibited'
  const recipe = recipes.business
  await provokedCode(code, [recipe])(context)
  const trial = await provoked(context, code, recipe)
  if (!trial) return
  const edit = (draft: Draft): void => {
    trial.edit?.(draft)
    draft.beneficiaries.forEach((_, index) => draft.roles(index, index === 0 ? 'Director' : 'Shareholder'))
  }
  const { exchange } = await attempt(context, { name: `${code} without an owner by role`, recipe, edit })
  const message = `${code} came for a company without an UltimateBeneficialOwner`
  context.expect(!codesOf(exchange).includes(code), message, exchange)
}

/** A blocked upload is a passing matter: what the same submission is answered next is noted. */
export const duplicateUpload: Scenario = async (context) => {
  const code = 'duplicate_upload_blocked'
  await provokedCode(code, [recipes.person])(context)
  const trial = await provoked(context, code, recipes.person)
  if (!trial) return
  const again = await attempt(context, { ...trial, name: `${trial.name}, again` })
  context.note(`served: ${said(again.exchange)} to the same upload at the next attempt`)
}
