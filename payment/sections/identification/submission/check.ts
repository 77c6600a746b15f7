import { NotApplicable } from '../../../../conformance/model/outcome.js'
import { inFormOf } from './country.js'
import { Draft, type Section } from './draft.js'
import type { Recipe } from './facts.js'
import { names } from './names.js'

const need = (section: Section, ...wanted: readonly RegExp[]): void => {
  for (const name of wanted) section.get(name)
}

const isCompany = (party: unknown): boolean => JSON.stringify(party).includes('"beneficiaries"')

const checkBusiness = (draft: Draft, { company }: Recipe): void => {
  need(draft.whole, names.companyType, names.description)
  const home = draft.whole.owners(names.anyCountry).flatMap((owner) => Object.values(owner))
  const isAtHome = home.some((one) => one === inFormOf(one, company?.country ?? ''))
  if (!isAtHome) throw new NotApplicable('the document gives companies no country')
  if (draft.beneficiaries.length !== company?.parties.length)
    throw new NotApplicable('the document takes no beneficiaries')
  for (const [index, party] of draft.beneficiaries.entries()) {
    need(draft.party(index), names.roles, names.share)
    if (!isCompany(party)) need(draft.party(index), names.selfie, names.tax, names.identityCountry)
  }
}

/**
 * Makes sure that a body is what its recipe means: it has a member for what the specification names. Otherwise a
 * service that knows better would be judged by another body.
 * @throws NotApplicable with what is missing
 */
export function checkBody(body: unknown, recipe: Recipe): void {
  const draft = new Draft(body)
  const isKind = (one: unknown): boolean => String(one).toLowerCase() === recipe.kind.toLowerCase()
  if (typeof body !== 'object' || body === null || !Object.values(body).some(isKind)) {
    throw new NotApplicable(
      `the document gives submissions no place to say that they are of kind ${recipe.kind}`,
    )
  }
  if (recipe.kind === 'Business') checkBusiness(draft, recipe)
  if (recipe.kind === 'Person') need(draft.whole, names.selfie, names.selfieAge, names.identityCountry)
  if (recipe.extras?.includes('edd')) need(draft.whole, names.edd, names.documents)
  if (recipe.extras?.includes('licenses')) need(draft.whole, names.hasLicenses, names.licenseDetails)
  if (recipe.extras?.includes('funds-flow')) need(draft.whole, names.sendsFunds)
  if (recipe.extras?.includes('industry-type')) need(draft.whole, names.industryType)
}
