import { personsOf } from '../../submission/traversal.js'
import { onBusiness, refuse } from '../rule.js'

/** Countries without ISO 3166-2 subdivisions, and two city states whose subdivisions are no places of birth. */
export const withoutSubdivisions: ReadonlySet<string> = new Set(
  `AI AQ AS AW AX BL BM BV CC CK CW CX EH FK FO GF GG GI GP GS GU HK HM IM IO JE KY MC MF MO MP MQ MS NC NF NU PF PM
   PN PR RE SG SJ SX TC TF TK VA VG VI YT`.split(/\s+/),
)

const cities: ReadonlySet<string> = new Set(['MC', 'SG'])

const hasSubdivisions = (country: string, countsCities: boolean): boolean =>
  !withoutSubdivisions.has(country) || (countsCities && cities.has(country))

/**
 * birth_place.state is missing for a country with subdivisions (rule 2): invalid_request, or structure_invalid in the
 * other reading.
 */
export const birthState = onBusiness((submission, { usesAlternative }) => {
  const isOther = usesAlternative('birth-state-in-structure')
  const stateless = personsOf(submission).find(
    ({ person: { birthPlace } }) =>
      birthPlace.state === undefined &&
      birthPlace.country !== undefined &&
      hasSubdivisions(birthPlace.country, isOther),
  )
  return stateless === undefined
    ? []
    : refuse(
        isOther ? 'structure_invalid' : 'invalid_request',
        'birth_place.state is required for a country that has subdivisions',
        stateless.beneficiary.index,
      )
})
