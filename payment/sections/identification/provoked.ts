import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Skip } from '../../../conformance/model/outcome.js'
import type { PatchOperation } from '../../../conformance/model/plan.js'
import { isObject } from '../../../document/index.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { accepted, type Attempt, attempt, bodyOf, codesText, type Trial } from './attempt/attempt.js'
import { type Draft, isMembers } from './submission/draft.js'
import { type Kind, type Recipe, recipes } from './submission/facts.js'
import { applyPatch } from './submission/patch.js'
import { type Code, codesOf, entriesOf } from './attempt/refusal.js'
import { type Provoked, suggested, suggestedCodes } from './suggestions.js'

/** The user's patch for a code; one named `code:Kind` is for that kind of submission alone. */
const patchFor = (
  { session }: ScenarioContext,
  code: Code,
  kind: Kind,
): readonly PatchOperation[] | undefined => {
  const patches = session.plan.subjects.provocations ?? {}
  return patches[`${code}:${kind}`] ?? patches[code]
}

const hasPatch = (context: ScenarioContext, code: Code, kinds: readonly Recipe[]): boolean =>
  kinds.some(({ kind }) => patchFor(context, code, kind) !== undefined)

/** Wants a submission that the specification's words suggest to have met with the code. @throws Skip when none did. */
const requireSuggested = async (context: ScenarioContext, code: Code): Promise<void> => {
  if (await suggested(context, code)) return
  throw new Skip(
    `what provokes ${code} is not shown; give a JSON Patch named ${code} among the provocations, ` +
      'which turns a valid submission into one that the service refuses with it',
    'provocation',
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
  const message = `${code} is due for ${trial.recipe.name} with the patch given; ${codesText(exchange)} came`
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
 * it on each kind of submission that the patch fits; without one, what the specification's words suggest is tried.
 * The rules about errors judge these refusals too.
 */
export function provokedCode(code: Code, kinds: readonly Recipe[]): Scenario {
  return async (context) => {
    if (!hasPatch(context, code, kinds)) return requireSuggested(context, code)
    const tried: (Attempt | undefined)[] = []
    for (const recipe of kinds) tried.push(await provoke(context, code, recipe))
    if (tried.every((one) => one === undefined)) {
      throw new Skip(
        `the patch that provokes ${code} does not fit any submission that could be built`,
        'provocation',
      )
    }
  }
}

/** The country of an owner is prohibited; that of a beneficiary who is no owner is not. */
export const prohibitedCountry: Scenario = async (context) => {
  const code = 'ubo_country_prohibited'
  const recipe = recipes.business
  await provokedCode(code, [recipe])(context)
  const trial = (await provoked(context, code, recipe)) ?? (await suggested(context, code))?.trial
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
  const trial = (await provoked(context, code, recipes.person)) ?? (await suggested(context, code))?.trial
  if (!trial) return
  const again = await attempt(context, { ...trial, name: `${trial.name}, again` })
  context.note(`served: ${codesText(again.exchange)} to the same upload at the next attempt`)
}

/** Codes that are about a company as a whole: no beneficiary can be meant. */
const ofCompany = new Set<Code>([
  'prohibited_industry',
  'outsourcing_agreement_not_signed',
  'uk_customers_not_enabled',
])

/** Every refusal with a code that hangs on what is not shown: provoked by the user's patch, or by what is suggested. */
export async function provokedRefusals(context: ScenarioContext): Promise<readonly Provoked[]> {
  const all: Provoked[] = []
  for (const code of suggestedCodes) {
    const found = await ifPossible(suggested(context, code))
    if (found) all.push(found)
    for (const recipe of [recipes.person, recipes.business, recipes.token]) {
      const trial = await ifPossible(provoked(context, code, recipe))
      const tried = trial && (await ifPossible(attempt(context, trial)))
      const about = ofCompany.has(code) ? { about: 'company' as const } : {}
      if (trial && tried && codesOf(tried.exchange).includes(code))
        all.push({ ...tried, errorCase: { ...trial, ...about, due: [code] } })
    }
  }
  return all
}
