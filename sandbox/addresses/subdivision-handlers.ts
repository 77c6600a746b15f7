import type { Handlers } from '../service/call.js'
import { notFound } from '../primitives/refusal.js'
import { toAlpha3 } from '../primitives/countries.js'
import { subdivisionsOf } from './subdivisions.js'

/** GET /country_subdivisions/{country_code}, by alpha-2 code in capitals. */
export const subdivisionHandlers = {
  getCountrySubdivisions: ({ path: { country_code: country } }) => {
    if (toAlpha3(country) === undefined) throw notFound('country')
    return { status: 200, body: [...subdivisionsOf(country)] }
  },
} satisfies Handlers
