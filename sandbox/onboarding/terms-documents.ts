import type { TermsLink } from '../api/schemas.js'
import type { Chance } from '../primitives/random.js'

const link = (chance: Chance, path: string, name: string): TermsLink => ({
  id: chance.named(`terms:${path}`),
  display_name: name,
  url: `https://terms.sandbox.example/${path}`,
})

/** The one document that customers pinned to global terms sign, whatever their country; each edition is a new one. */
export const globalTerms = (chance: Chance, edition: number): readonly TermsLink[] => [
  edition === 1
    ? link(chance, 'global', 'Global terms and conditions')
    : link(chance, `global/${edition}`, `Global terms and conditions, edition ${edition}`),
]

/** The documents of a country (alpha-3), for customers of the older order; without a country the general part alone. */
export const countryTerms = (chance: Chance, country: string | undefined): readonly TermsLink[] => {
  const general = link(chance, 'general', 'General terms and conditions')
  if (country === undefined) return [general]
  return [general, link(chance, `countries/${country}`, `Country terms for ${country}`)]
}
