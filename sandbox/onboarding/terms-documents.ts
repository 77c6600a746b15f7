import type { TermsLink } from '../api/schemas.js'
import type { SeededRandom } from '../primitives/random.js'

const link = (random: SeededRandom, path: string, name: string): TermsLink => ({
  id: random.named(`terms:${path}`),
  display_name: name,
  url: `https://terms.sandbox.example/${path}`,
})

/** The document for customers pinned to global terms, in any country; each edition is a new document. */
export function globalTerms(random: SeededRandom, edition: number): readonly TermsLink[] {
  return [
    edition === 1
      ? link(random, 'global', 'Global terms and conditions')
      : link(random, `global/${edition}`, `Global terms and conditions, edition ${edition}`),
  ]
}

/**
 * The documents of a country (alpha-3), for customers with the older onboarding order; without a country only the
 * general part.
 */
export function countryTerms(random: SeededRandom, country: string | undefined): readonly TermsLink[] {
  const general = link(random, 'general', 'General terms and conditions')
  if (country === undefined) return [general]
  return [general, link(random, `countries/${country}`, `Country terms for ${country}`)]
}
