import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Skip } from '../../../conformance/model/outcome.js'
import { identificationCodes } from '../../tables/enumerations.js'
import {
  accepted,
  type Attempt,
  attempt,
  bodyOf,
  type Code,
  codesOf,
  codesText,
  entriesOf,
  plain,
  type Trial,
} from './submission/attempt.js'
import { due, type ErrorCase, free } from './codes/cases.js'
import { all, applyPatch, type Edit, move, replaceWith, roles, Section, set } from './submission/draft.js'
import { names } from './submission/names.js'
import type { Steps } from '../../fixtures/steps.js'
import { submissionKinds } from '../../tables/submissions.js'
import { type Recipe, recipes } from './submission/recipes.js'
import { listedTexts } from './submission/schema.js'

/**
 * The names of a user's patches: a structured code, a code for one kind of submission (`reuse_rejected:Token`), or a
 * kind of submission, whose patch makes the generated body valid.
 */
export const provocationNames: readonly string[] = [
  ...identificationCodes,
  ...identificationCodes.flatMap((code) => submissionKinds.map((kind) => `${code}:${kind}`)),
  ...submissionKinds,
]

const { person, business, token } = recipes

/** Words of industries that are prohibited in most lists. */
const suspicious =
  /gambl|casino|betting|lotter|adult|porn|escort|weapon|firearm|munition|military|cannabis|marijuana|drug|narcot|tobacco|shell|ponzi|pyramid|mixer|tumbler|darknet|counterfeit|prohibited/i
const mostIndustries = 8

/** Countries under wide sanctions, in two forms. */
const sanctioned = { KP: 'PRK', IR: 'IRN', SY: 'SYR', CU: 'CUB', RU: 'RUS' }

const livingIn =
  (alpha2: string, alpha3: string): Edit =>
  (draft) => {
    const address = new Section(draft.party(0).get(/^address$/i))
    address.setAll(names.anyCountry, (before) => (String(before).length === 3 ? alpha3 : alpha2))
  }

const ofUk = move(names.country, 'GB')
const noPicture = Buffer.from('this is a text and no picture').toString('base64')

/** The rule of a code that depends on an account, a provider or a list, with trials for it. */
interface ProvokedRule {
  readonly texts: string
  /** The submissions that may get it. */
  readonly kinds: readonly Recipe[]
  /** It concerns a company as a whole, never a beneficiary. */
  readonly isOfCompany?: true
  readonly suggest: (context: ScenarioContext) => readonly ErrorCase[]
}

/** Codes that cannot be provoked from the document alone. */
// prettier-ignore
const table = {
  prohibited_industry: {
    texts: `Some industries are prohibited
      prohibited_industry is returned where the resolved industry is on the prohibited list.`,
    kinds: [business],
    isOfCompany: true,
    suggest: ({ under }) =>
      listedTexts(under, names.industry)
        .filter((one) => suspicious.test(one))
        .slice(0, mostIndustries)
        .map((one) => due(`a Business in the industry ${one}`, business, set(names.industry, one), { about: 'company' })),
  },
  foundation_intended_use_not_supported: {
    texts: `A PrivateFoundation has a limited purpose
      foundation_intended_use_not_supported is returned for a PrivateFoundation with a purpose_and_intended_use other than the accepted ones.`,
    kinds: [business],
    isOfCompany: true,
    suggest: () => [],
  },
  ubo_country_prohibited: {
    texts: `Owners live in allowed countries
      ubo_country_prohibited is returned for an UltimateBeneficialOwner who lives in a country that is prohibited.
      - The country is that of address.country.`,
    kinds: [business],
    suggest: () =>
      Object.entries(sanctioned).map(([alpha2, alpha3]) =>
        due(`an UltimateBeneficialOwner who lives in ${alpha2}`, business, livingIn(alpha2, alpha3), { about: 0 })),
  },
  uk_customers_not_enabled: {
    texts: `The UK is enabled
      uk_customers_not_enabled is returned for customers of the UK where the account is not enabled for them.
      - They are Persons who live there and Businesses that are registered there.`,
    kinds: [person, business],
    isOfCompany: true,
    suggest: () => [
      due('a Person who lives in the UK', person, ofUk),
      due('a Business of the UK', business, ofUk, { about: 'company' }),
    ],
  },
  outsourcing_agreement_not_signed: {
    texts: `The agreement is signed
      outsourcing_agreement_not_signed is returned while the outsourcing agreement of the partner is not signed.`,
    kinds: [person, business, token],
    isOfCompany: true,
    suggest: () => [person, business, token].map(plain),
  },
  duplicate_upload_blocked: {
    texts: `A duplicate upload is blocked
      duplicate_upload_blocked is returned while a provider blocks an upload that is the same as a recent one.`,
    kinds: [person],
    suggest: () => [free('a Person with files that were just uploaded', person)],
  },
  provider_rejected_document: {
    texts: `A provider rejects a document
      provider_rejected_document is returned for a document that the provider rejects.`,
    kinds: [person, business],
    suggest: () => [due('a Person with a document that is not a picture', person, set(names.front, noPicture))],
  },
  reuse_rejected: {
    texts: `Not every identity is reused
      reuse_rejected is returned for a Token whose identity cannot be reused.
      - It is not approved, its email is another, or it fails a restriction of age.`,
    kinds: [token],
    suggest: ({ session }) => [due('a Token of no identity', token, set(names.token, session.uuid()))],
  },
} satisfies Readonly<Partial<Record<Code, ProvokedRule>>>

type ProvokedCode = keyof typeof table

export const provokedRules: Readonly<Record<ProvokedCode, ProvokedRule>> = table

/** True for a code that the document alone does not suffice to provoke. */
export function isProvoked(code: Code): code is ProvokedCode {
  return code in table
}

/** A refused submission with its case. */
export interface Refused extends Attempt {
  readonly errorCase: ErrorCase
  /** Without the edit the submission is accepted, so nothing else in it can be at fault; true when absent. */
  readonly isSole?: boolean
}

const suggested = (context: ScenarioContext, code: ProvokedCode): Promise<Refused | undefined> =>
  context.given(`suggested ${code}`, async () => {
    for (const errorCase of provokedRules[code].suggest(context)) {
      const tried = await ifPossible(attempt(context, errorCase))
      if (tried && codesOf(tried.exchange).includes(code))
        return { ...tried, errorCase: { ...errorCase, due: [code] } }
    }
    return undefined
  })

/** The user's patch for a code; `code:Kind` applies to that kind of submission only. */
const patchFor = ({ session }: ScenarioContext, code: Code, { kind }: Recipe) => {
  const patches = session.plan.subjects.provocations ?? {}
  return patches[`${code}:${kind}`] ?? patches[code]
}

/** A recipe with the user's patch; undefined where there is none, or it does not fit. */
const patched = async (context: ScenarioContext, code: Code, recipe: Recipe): Promise<Trial | undefined> => {
  const patch = patchFor(context, code, recipe)
  const body = patch && applyPatch(await bodyOf(context, recipe), patch)
  return body === undefined ? undefined : { name: `what provokes ${code}`, recipe, edit: replaceWith(body) }
}

const judgePatched = async (context: ScenarioContext, code: Code, trial: Trial): Promise<void> => {
  await accepted(context, trial.recipe)
  const { exchange } = await attempt(context, trial)
  if (exchange.response.status === 400 && entriesOf(exchange) === undefined)
    throw new Skip('the refusal is not a list of codes; see identification/error-array')
  const message = `expected ${code} for ${trial.recipe.name} with the patch given, got ${codesText(exchange)}`
  context.expect(codesOf(exchange).includes(code), message, exchange)
}

/** Judges a code that depends on unpublished facts, by the patches of the user or else by suggested trials. */
export function provokedCode(code: ProvokedCode, kinds: readonly Recipe[]): Scenario {
  return async (context) => {
    if (kinds.every((recipe) => patchFor(context, code, recipe) === undefined)) {
      if (await suggested(context, code)) return
      throw new Skip(
        // Equal for all such codes, so that reports group them; the rule names the code.
        'what provokes this code is not shown; give a JSON Patch under the name of the code with --provocations, ' +
          'which turns a valid submission into one that the service refuses with it',
        'provocation',
      )
    }
    let isJudged = false
    for (const recipe of kinds) {
      const trial = await patched(context, code, recipe)
      if (trial) await judgePatched(context, code, trial)
      isJudged ||= trial !== undefined
    }
    const reason = `the patch that provokes ${code} does not fit any submission that could be built`
    if (!isJudged) throw new Skip(reason, 'provocation')
  }
}

const provokedTrial: Steps<[ProvokedCode, Recipe], Trial | undefined> = async (context, code, recipe) =>
  (await patched(context, code, recipe)) ?? (await suggested(context, code))?.trial

const withoutOwners: Edit = (draft) =>
  draft.beneficiaries.forEach((_, index) => roles(index, index === 0 ? 'Director' : 'Shareholder')(draft))

/** The country of an owner may be prohibited; that of another beneficiary may not. */
export const prohibitedCountry: Scenario = async (context) => {
  const code = 'ubo_country_prohibited'
  await provokedCode(code, [business])(context)
  const trial = await provokedTrial(context, code, business)
  if (!trial) return
  const edit = all(...(trial.edit ? [trial.edit] : []), withoutOwners)
  const name = `${code} without an owner by role`
  const { exchange } = await attempt(context, { name, recipe: business, edit })
  const message = `got ${code} for a company without an UltimateBeneficialOwner`
  context.expect(!codesOf(exchange).includes(code), message, exchange)
}

/** A blocked upload is temporary, so the response to a repetition is only noted. */
export const duplicateUpload: Scenario = async (context) => {
  const code = 'duplicate_upload_blocked'
  await provokedCode(code, [person])(context)
  const trial = await provokedTrial(context, code, person)
  if (!trial) return
  const again = await attempt(context, { ...trial, name: `${trial.name}, again` })
  context.note(`served: ${codesText(again.exchange)} to the same upload at the next attempt`)
}

/** All refusals with codes that depend on unpublished facts, from the user's patches or suggested trials. */
export async function provokedRefusals(context: ScenarioContext): Promise<readonly Refused[]> {
  const found: Refused[] = []
  for (const code of identificationCodes.filter(isProvoked)) {
    const own = await ifPossible(suggested(context, code))
    if (own) found.push(own)
    for (const recipe of [person, business, token]) {
      const trial = await ifPossible(patched(context, code, recipe))
      const tried = trial && (await ifPossible(attempt(context, trial)))
      const about = provokedRules[code].isOfCompany ? { about: 'company' as const } : {}
      if (trial && tried && codesOf(tried.exchange).includes(code))
        found.push({ ...tried, errorCase: { ...trial, ...about, due: [code] } })
    }
  }
  return found
}
