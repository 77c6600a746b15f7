import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { type Attempt, attempt, plain } from './attempt/attempt.js'
import { inFormOf } from './submission/country.js'
import { type Draft, Section } from './submission/draft.js'
import { type Recipe, recipes } from './submission/facts.js'
import { listedTexts } from './submission/listed-texts.js'
import { names } from './submission/names.js'
import { type Code, codesOf } from './attempt/refusal.js'
import type { ErrorCase } from './attempt/verdict.js'

type Suggest = (context: ScenarioContext) => readonly ErrorCase[]

const { person, business, token } = recipes

/** Words of industries that prohibited lists have everywhere. */
const suspicious =
  /gambl|casino|betting|lotter|adult|porn|escort|weapon|firearm|munition|military|cannabis|marijuana|drug|narcot|tobacco|shell|ponzi|pyramid|mixer|tumbler|darknet|counterfeit|prohibited/i
const mostIndustries = 8

const industries: Suggest = ({ under }) =>
  listedTexts(under, names.industry)
    .filter((one) => suspicious.test(one))
    .slice(0, mostIndustries)
    .map((value) => ({
      name: `a Business in the industry ${value}`,
      recipe: business,
      about: 'company',
      edit: ({ whole }) => void whole.set(names.industry, value),
    }))

/** Countries under sanctions of nearly everyone, each in two forms. */
const sanctioned = { KP: 'PRK', IR: 'IRN', SY: 'SYR', CU: 'CUB', RU: 'RUS' }

const livingIn =
  (alpha2: string, alpha3: string) =>
  (draft: Draft): void => {
    const address = new Section(draft.party(0).get(/^address$/i))
    address.setAll(names.anyCountry, (before) => (String(before).length === 3 ? alpha3 : alpha2))
  }

const owners: Suggest = () =>
  Object.entries(sanctioned).map(([alpha2, alpha3]) => ({
    name: `an UltimateBeneficialOwner who lives in ${alpha2}`,
    recipe: business,
    about: 0,
    edit: livingIn(alpha2, alpha3),
  }))

const britons: Suggest = () => [
  {
    name: 'a Person who lives in the UK',
    recipe: person,
    edit: ({ whole }) => void whole.setAll(names.country, (code) => inFormOf(code, 'GB')),
  },
  {
    name: 'a Business of the UK',
    recipe: business,
    about: 'company',
    edit: ({ whole }) => void whole.setAll(names.country, (code) => inFormOf(code, 'GB')),
  },
]

const asTheyAre =
  (...kinds: readonly Recipe[]): Suggest =>
  () =>
    kinds.map(plain)

const noPicture = Buffer.from('this is a text and no picture').toString('base64')

/** Submissions that the words of the specification suggest for a code that hangs on an account, a provider or a list. */
const suggestions: Partial<Readonly<Record<Code, Suggest>>> = {
  prohibited_industry: industries,
  ubo_country_prohibited: owners,
  uk_customers_not_enabled: britons,
  outsourcing_agreement_not_signed: asTheyAre(person, business, token),
  duplicate_upload_blocked: () => [{ name: 'a Person with files that were just uploaded', recipe: person }],
  provider_rejected_document: () => [
    {
      name: 'a Person with a document that is no picture',
      recipe: person,
      edit: ({ whole }) => void whole.set(names.front, noPicture),
    },
  ],
  reuse_rejected: ({ session }) => [
    {
      name: 'a Token of no identity',
      recipe: token,
      edit: ({ whole }) => void whole.set(names.token, session.uuid()),
    },
  ],
}

/** Codes that something is tried for before the user is asked. */
export const suggestedCodes = Object.keys(suggestions).filter((code): code is Code => code in suggestions)

/** A refusal with a code that hangs on what is not shown, and the submission that met with it. */
export interface Provoked extends Attempt {
  readonly errorCase: ErrorCase
}

const find = async (context: ScenarioContext, code: Code): Promise<Provoked | undefined> => {
  for (const errorCase of suggestions[code]?.(context) ?? []) {
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried && codesOf(tried.exchange).includes(code))
      return { ...tried, errorCase: { ...errorCase, due: [code] } }
  }
  return undefined
}

/** The first submission that is refused with a code, of those that the specification's own words suggest. */
export function suggested(context: ScenarioContext, code: Code): Promise<Provoked | undefined> {
  return context.once(`suggested ${context.version} ${code}`, () => find(context, code))
}
