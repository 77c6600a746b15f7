import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { accepted, type Attempt, attempt, bodyOf, plain, codesText, type Trial } from './attempt/attempt.js'
import { inFormOf } from './submission/country.js'
import { Draft } from './submission/draft.js'
import { recipes } from './submission/facts.js'
import { listedTexts } from './submission/listed-texts.js'
import { names } from './submission/names.js'
import { codesOf } from './attempt/refusal.js'

/** Says a finding where a trial is refused that differs from an accepted submission in nothing but what is allowed. */
const expectAccepted = async (context: ScenarioContext, trial: Trial, why: string): Promise<Attempt> => {
  const tried = await attempt(context, trial)
  const { exchange, forbidden } = tried
  if (forbidden !== undefined) throw new NotApplicable(`the document forbids ${trial.name}: ${forbidden}`)
  if (exchange.response.status !== 400 && !isSuccess(exchange))
    throw unmet(`${trial.name} is not judged: ${outcomeOf(exchange)}`, exchange)
  context.expect(isSuccess(exchange), `${why}; ${trial.name} is refused with 400`, exchange)
  return tried
}

/** Industries as the newest document lists them; which ones an earlier version wants, if any, it does not say. */
const industriesOf = ({ session }: ScenarioContext): readonly string[] => {
  const newest = [...session.versions.values()].at(-1)
  const listed = newest ? listedTexts(newest, names.industry) : []
  return [
    ...listed.filter((one) => !/^(misc|other)/i.test(one)).slice(0, 2),
    'InformationTechnologyAndSoftware',
  ]
}

const withIndustry = (industry: string): Trial => ({
  name: `a Business with the industry ${industry}`,
  recipe: recipes.business,
  edit: ({ whole }) => {
    for (const details of whole.owners(names.description)) details['industry'] = industry
  },
})

/** A Business that its document gives no industry is refused, and accepted as soon as it has one. */
const isIndustryDemanded = async (context: ScenarioContext): Promise<boolean> => {
  const { exchange } = await attempt(context, plain(recipes.business))
  if (exchange.response.status !== 400) return false
  for (const industry of industriesOf(context)) {
    const tried = await attempt(context, withIndustry(industry))
    if (tried.forbidden !== undefined || !isSuccess(tried.exchange)) continue
    const message = 'industry is optional on earlier versions; a Business without one is refused with 400'
    context.violate(`${message}, and accepted with one`, exchange)
    return true
  }
  return false
}

/** `identification/industry-optional`. */
export const industryOptional: Scenario = async (context) => {
  const { whole } = new Draft(await bodyOf(context, recipes.business))
  if (!whole.has(names.industry) && (await isIndustryDemanded(context))) return
  await accepted(context, recipes.business)
  if (!whole.has(names.industry)) return
  const trial: Trial = {
    name: 'a Business without an industry',
    recipe: recipes.business,
    edit: ({ whole }) => void whole.remove(names.industry).without(names.industryType),
  }
  const why = 'industry is optional on earlier versions'
  await expectAccepted(context, trial, why)
  for (const recipe of [recipes.usBusiness, recipes.sole]) {
    if (!(await ifPossible(accepted(context, recipe)))) continue
    const other = { ...trial, name: `${recipe.name} without an industry`, recipe }
    await ifPossible(expectAccepted(context, other, why))
  }
}

const miscellaneous: Trial['edit'] = ({ whole }) => void whole.set(names.industry, 'Miscellaneous')

/** `identification/industry-wins`: the industry that is refused by itself has to be refused beside an industry_type that is none to refuse, too. */
export const industryWins: Scenario = async (context) => {
  const { business, bothIndustries } = recipes
  if (await ifPossible(accepted(context, business))) {
    const why = 'an industry_type beside the industry changes nothing'
    await expectAccepted(context, plain(bothIndustries), why)
  }
  await accepted(context, bothIndustries)
  const code = 'miscellaneous_industry_deprecated'
  const alone = await attempt(context, {
    name: 'the industry Miscellaneous',
    recipe: business,
    edit: miscellaneous,
  })
  if (!codesOf(alone.exchange).includes(code)) {
    const reason = `the industry Miscellaneous is not told by ${code}; see identification/${code.replaceAll('_', '-')}`
    throw new Inconclusive(reason, alone.exchange)
  }
  const trial = {
    name: 'the industry Miscellaneous beside another industry_type',
    recipe: bothIndustries,
    edit: miscellaneous,
  }
  const { exchange } = await attempt(context, trial)
  const message = `${code} is due for ${trial.name}; ${codesText(exchange)} came`
  context.expect(codesOf(exchange).includes(code), message, exchange)
}

const deprecatedTypes = ['Other', 'NonProfitAndCharitable']

const typeIs =
  (value: string) =>
  ({ whole }: Draft): void =>
    void whole.set(names.industryType, value)

/** `identification/industry-type-accepted`. */
export const industryTypeAccepted: Scenario = async (context) => {
  await accepted(context, recipes.business)
  const why = 'industry_type is still accepted on earlier versions'
  await expectAccepted(context, plain(recipes.industryTypeAlone), why)
  for (const value of deprecatedTypes) {
    const trial = {
      name: `the industry_type ${value}`,
      recipe: recipes.industryTypeAlone,
      edit: typeIs(value),
    }
    const { forbidden } = await attempt(context, trial)
    if (forbidden === undefined) await expectAccepted(context, trial, why)
  }
}

const bornIn =
  (country: string, state: string | undefined) =>
  (draft: Draft): void => {
    const birthPlace = draft.party(1).get(names.birthPlace)
    if (typeof birthPlace !== 'object' || birthPlace === null)
      throw new NotApplicable('birth_place is no object')
    for (const name of Object.keys(birthPlace)) {
      if (names.country.test(name))
        Reflect.set(birthPlace, name, inFormOf(Reflect.get(birthPlace, name), country))
      if (names.state.test(name) && state === undefined) Reflect.deleteProperty(birthPlace, name)
      else if (names.state.test(name)) Reflect.set(birthPlace, name, state)
    }
  }

const stateMember: Trial['edit'] = (draft) => {
  const birthPlace = draft.party(1).get(names.birthPlace)
  const has =
    typeof birthPlace === 'object' &&
    birthPlace !== null &&
    Object.keys(birthPlace).some((name) => names.state.test(name))
  if (!has) throw new NotApplicable('the document gives birth_place no state')
}

const born = (country: string, state: string | undefined, name: string): Trial => ({
  name,
  recipe: recipes.business,
  edit: (draft) => {
    stateMember(draft)
    bornIn(country, state)(draft)
  },
})

// ISO 3166-2 lists no subdivisions for these; which table a service uses is not shown.
const undivided: readonly (readonly [code: string, name: string])[] = [
  ['GI', 'Gibraltar'],
  ['AW', 'Aruba'],
  ['FO', 'the Faroe Islands'],
]

/** Whether a birth in a country is refused for the missing state alone. */
const wantsState = async (context: ScenarioContext, country: string, name: string): Promise<boolean> => {
  const without = await attempt(context, born(country, undefined, `a birth in ${name} without a state`))
  if (without.forbidden !== undefined)
    throw new NotApplicable(`the document requires the state: ${without.forbidden}`)
  if (isSuccess(without.exchange)) return false
  const filled = await attempt(context, born(country, 'X', `a birth in ${name} with a state`))
  return isSuccess(filled.exchange)
}

// Another table than that of ISO 3166-2 may know subdivisions of one of these; none knows some of all.
const stateOptional = async (context: ScenarioContext): Promise<void> => {
  for (const [country, name] of undivided) if (!(await wantsState(context, country, name))) return
  context.violate(
    'birth_place.state is optional in countries without subdivisions; without it a birth is refused',
  )
}

/** `identification/birth-state`. */
export const birthState: Scenario = async (context) => {
  await accepted(context, recipes.business)
  for (const [country, name] of [
    ['US', 'the US'],
    ['BR', 'Brazil'],
    ['IN', 'India'],
  ] as const) {
    const { exchange } = await attempt(
      context,
      born(country, undefined, `a birth in ${name} without a state`),
    )
    const message = `a birth in ${name} without a state is due a refusal; ${exchange.response.status} came`
    context.expect(!isSuccess(exchange), message, exchange)
  }
  await stateOptional(context)
}
