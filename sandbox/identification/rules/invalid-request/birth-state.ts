import { personsOf } from '../../submission/walk.js'
import { onBusiness, refuse } from '../rule.js'

/** Countries without subdivisions in ISO 3166-2, with two city states whose subdivisions nobody is born in. */
export const WITHOUT_SUBDIVISIONS: ReadonlySet<string> = new Set(
  `AI AQ AS AW AX BL BM BV CC CK CW CX EH FK FO GF GG GI GP GS GU HK HM IM IO JE KY MC MF MO MP MQ MS NC NF NU PF PM
   PN PR RE SG SJ SX TC TF TK VA VG VI YT`.split(/\s+/),
)

/** invalid_request: birth_place.state is missing for a country that has subdivisions (rule 2). */
export const birthState = onBusiness((submission) => {
  const stateless = personsOf(submission).find(
    ({ person: { birthPlace } }) =>
      birthPlace.state === undefined &&
      birthPlace.country !== undefined &&
      !WITHOUT_SUBDIVISIONS.has(birthPlace.country),
  )
  return stateless === undefined
    ? []
    : refuse(
        'invalid_request',
        'birth_place.state is required for a country that has subdivisions',
        stateless.beneficiary.index,
      )
})
