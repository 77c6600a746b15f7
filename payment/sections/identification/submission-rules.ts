import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { isObject } from '../../../document/index.js'
import { judged, notPromised, scenario, section } from '../../statements/statement.js'
import { accepted, attempt, bodyOf, codesOf, codesText, plain, type Trial } from './submission/attempt.js'
import { inFormOf } from './submission/country.js'
import { Draft, set, withoutIndustry } from './submission/draft.js'
import { names } from './submission/names.js'
import { type Recipe, recipes } from './submission/recipes.js'
import { listedTexts } from './submission/schema.js'
import type { Steps } from '../../fixtures/steps.js'
import { code, endpoint, needs } from './submissions.js'

const { business, usBusiness, sole, industryTypeAlone, bothIndustries } = recipes

/** Reports the refusal of a trial that differs from an accepted submission only in allowed values. */
const expectAccepted = async (context: ScenarioContext, trial: Trial, why: string): Promise<void> => {
  const { exchange, forbidden } = await attempt(context, trial)
  if (forbidden !== undefined) throw new NotApplicable(`the document forbids ${trial.name}: ${forbidden}`)
  if (exchange.response.status !== 400 && !isSuccess(exchange))
    throw unmet(`${trial.name} is not judged: ${outcomeOf(exchange)}`, exchange)
  context.expect(isSuccess(exchange), `${why}; ${trial.name} is refused with 400`, exchange)
}

/** Industries in the newest document; an earlier one does not list them. */
const industriesOf = ({ session }: ScenarioContext): readonly string[] => {
  const newest = [...session.versions.values()].at(-1)
  const listed = newest ? listedTexts(newest, names.industry) : []
  const usual = listed.filter((one) => !/^(misc|other)/i.test(one)).slice(0, 2)
  return [...usual, 'InformationTechnologyAndSoftware']
}

const withIndustry = (industry: string): Trial => ({
  name: `a Business with the industry ${industry}`,
  recipe: business,
  edit: ({ whole }) => {
    for (const details of whole.holders(names.description)) details['industry'] = industry
  },
})

/** Whether a Business without an industry is refused, and accepted with one. */
const isIndustryDemanded = async (context: ScenarioContext): Promise<boolean> => {
  const { exchange } = await attempt(context, plain(business))
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

const industryOptional: Scenario = async (context) => {
  const hasIndustry = new Draft(await bodyOf(context, business)).whole.has(names.industry)
  if (!hasIndustry && (await isIndustryDemanded(context))) return
  await accepted(context, business)
  if (!hasIndustry) return
  const why = 'industry is optional on earlier versions'
  const name = 'a Business without an industry'
  await expectAccepted(context, { name, recipe: business, edit: withoutIndustry }, why)
  for (const recipe of [usBusiness, sole]) {
    if (!(await ifPossible(accepted(context, recipe)))) continue
    const other = { name: `${recipe.name} without an industry`, recipe, edit: withoutIndustry }
    await ifPossible(expectAccepted(context, other, why))
  }
}

/** Values of industry_type that mean the industry Miscellaneous, which is refused. */
const meansMiscellaneous = ['Other', 'NonProfitAndCharitable'] as const

const industryTypeAccepted: Scenario = async (context) => {
  await accepted(context, business)
  const why = 'industry_type is still accepted on earlier versions'
  await expectAccepted(context, plain(industryTypeAlone), why)
  for (const value of meansMiscellaneous) {
    const edit = set(names.industryType, value)
    const trial = { name: `the industry_type ${value}`, recipe: industryTypeAlone, edit }
    const { forbidden } = await attempt(context, trial)
    if (forbidden === undefined) await expectAccepted(context, trial, why)
  }
}

const miscellaneous = set(names.industry, 'Miscellaneous')

/** An industry that is refused alone must also be refused beside an acceptable industry_type. */
const industryWins: Scenario = async (context) => {
  const nothing = 'an industry_type beside the industry changes nothing'
  if (await ifPossible(accepted(context, business))) {
    await expectAccepted(context, plain(bothIndustries), nothing)
    for (const value of meansMiscellaneous) {
      const other = { name: `an industry beside the industry_type ${value}`, recipe: bothIndustries }
      const trial = { ...other, edit: set(names.industryType, value) }
      const { forbidden } = await attempt(context, trial)
      if (forbidden === undefined) await expectAccepted(context, trial, nothing)
    }
  }
  await accepted(context, bothIndustries)
  const code = 'miscellaneous_industry_deprecated'
  const name = 'the industry Miscellaneous'
  const alone = await attempt(context, { name, recipe: business, edit: miscellaneous })
  if (!codesOf(alone.exchange).includes(code)) {
    const reason = `${code} does not come for ${name}; see identification/${code.replaceAll('_', '-')}`
    throw new Inconclusive(reason, alone.exchange)
  }
  const trial = { name: `${name} beside another industry_type`, recipe: bothIndustries, edit: miscellaneous }
  const { exchange } = await attempt(context, trial)
  const message = `expected ${code} for ${trial.name}, got ${codesText(exchange)}`
  context.expect(codesOf(exchange).includes(code), message, exchange)
}

/** A beneficiary: its company, and its index in that. */
type Member = readonly [recipe: Recipe, index: number]

const born = ([recipe, index]: Member, country: string, where: string, state?: string): Trial => ({
  name: `a birth in ${where} ${state === undefined ? 'without' : 'with'} a state`,
  recipe,
  edit: (draft) => {
    const birthPlace = draft.party(index).get(names.birthPlace)
    const members = isObject(birthPlace) ? Object.keys(birthPlace) : []
    if (!isObject(birthPlace) || !members.some((name) => names.state.test(name)))
      throw new NotApplicable('the document gives birth_place no state')
    for (const name of members) {
      if (names.country.test(name)) Object.assign(birthPlace, { [name]: inFormOf(birthPlace[name], country) })
      if (!names.state.test(name)) continue
      if (state === undefined) Reflect.deleteProperty(birthPlace, name)
      else Object.assign(birthPlace, { [name]: state })
    }
  },
})

// ISO 3166-2 lists no subdivisions for these; the specification does not show which table a service uses.
const undivided = { GI: 'Gibraltar', AW: 'Aruba', FO: 'the Faroe Islands' }

/** Whether a birth in a country is refused only because of the missing state. */
const wantsState: Steps<[Member, string, string], boolean> = async (context, member, country, where) => {
  const without = await attempt(context, born(member, country, where))
  if (without.forbidden !== undefined)
    throw new NotApplicable(`the document requires the state: ${without.forbidden}`)
  if (isSuccess(without.exchange)) return false
  return isSuccess((await attempt(context, born(member, country, where, 'X'))).exchange)
}

const birthState: Scenario = async (context) => {
  await expectBirthState(context, [business, 1])
  await ifPossible(expectBirthState(context, [usBusiness, 0]))
}

const expectBirthState = async (context: ScenarioContext, member: Member): Promise<void> => {
  await accepted(context, member[0])
  for (const [country, where] of Object.entries({ US: 'the US', BR: 'Brazil', IN: 'India' })) {
    const { exchange, trial } = await attempt(context, born(member, country, where))
    const message = `${trial.name} must be refused, got ${exchange.response.status}`
    context.expect(!isSuccess(exchange), message, exchange)
  }
  // A table other than ISO 3166-2 may have subdivisions for one of these, but not for all.
  for (const [country, where] of Object.entries(undivided))
    if (!(await wantsState(context, member, country, where))) return
  const where = 'in countries without subdivisions'
  context.violate(`birth_place.state is optional ${where}; without it a birth is refused`)
}

const documents = 'documents/statements'
const earlier = { versions: { until: 'industry-required' }, needs } as const

/** Endpoints: the rules of identifications by version. */
export const submissionRuleSections = [
  section(`${endpoint}, rule 1`, 'The industry of a business.', {
    required: judged(code('industry-required'), 'documents/statements')`
      From 2026-08-01 business_details.industry is required.`,
    'identification/industry-optional': scenario({ ...earlier, also: [documents], run: industryOptional })`
      Earlier versions take no industry too
      Before 2026-08-01 business_details.industry is optional.`,
    'identification/industry-type-accepted': scenario({
      ...earlier,
      also: [documents, 'documents/shown'],
      run: industryTypeAccepted,
    })`
      Earlier versions accept industry_type
      industry_type is deprecated and still accepted before 2026-08-01.`,
    'identification/industry-wins': scenario({
      versions: { from: 'industry-required' },
      needs,
      run: industryWins,
    })`
      industry wins over industry_type
      Where industry and industry_type are both sent, industry counts.`,
  }),
  section(`${endpoint}, rule 2`, 'The state of birth.', {
    'identification/birth-state': scenario({
      versions: { from: 'birth-place-state' },
      needs,
      also: [documents],
      run: birthState,
    })`
      The state of birth is optional
      birth_place.state is optional, and missing only for a country that has subdivisions.`,
    code: notPromised`
      The code of a missing state.
      no code is named for it, and which table of subdivisions counts is not stated; only clear cases are judged`,
  }),
  section(`${endpoint}, rule 3`, 'The documents of a nested company: a legal entity that is a shareholder.', {
    owed: judged(code('company-details-required'), code('ownership-structure-required'))`
      A nested company owes Company Details and Ownership Structure.`,
    'not-owed': judged(code('legal-presence-required'), code('control-structure-required'))`
      A nested company owes neither Legal Presence nor Control Structure.`,
  }),
  section(
    `${endpoint}, rule 4`,
    'The certification of beneficial owners that is generated for a company of the US.',
    {
      certification: judged(code('cdd-certification-invalid'))`
        A US company gets a certification of its owners; a sole proprietorship gets none.`,
      listed: judged(code('cdd-certification-invalid'))`
        Owners of 25% or more are listed in it, or of 10% or more where nobody owns 25%.`,
      nobody: judged(code('structure-invalid'))`Where nobody owns 10%, structure_invalid is returned.`,
    },
  ),
  section(`${endpoint}, rule 5`, 'The share of a beneficiary whose only role is UltimateBeneficialOwner.', {
    share: judged(code('ubo-share-below-threshold'))`
      Such a beneficiary passes with 25%, or with 10% where nobody owns 25%.`,
    below: judged(code('ubo-share-below-threshold'))`Otherwise ubo_share_below_threshold is returned.`,
  }),
  section(`${endpoint}, rule 6`, 'The structure of a company.', {
    company: judged(code('structure-invalid'))`
      A company other than a sole proprietorship has a Director and a qualifying owner among its root-level beneficiaries.
      - A qualifying owner has at least 25%, or at least 10% where nobody owns 25%.
      - A beneficiary who is only a Representative never counts as an owner.
      - Qualifying owners have 100% at most together.`,
    'sole-proprietorship': judged(code('structure-invalid'))`
      A sole proprietorship has exactly one beneficiary, who owns 100% of it, and needs no Director.`,
  }),
  section(`${endpoint}, rule 7`, 'The purpose of a foundation.', {
    purpose: judged(code('foundation-intended-use-not-supported'))`
      A PrivateFoundation needs one of a limited set of purposes in planned_activities.purpose_and_intended_use.`,
    'purpose-set': notPromised`
      The set of purposes.
      it is not shown: what provokes the code comes from the user, or from what the document lists`,
  }),
] as const
