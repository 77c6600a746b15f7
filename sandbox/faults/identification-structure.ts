import { ownersOf } from '../identification/rules/companies.js'
import { sum } from '../money/decimal.js'
import type { Fault } from './fault.js'
import { withCode, faultOf, hasRole, isSole, isUs, ofRoot, onlyRole, withoutCode } from './submissions.js'

const director = hasRole('Director')
const structure = 'structure_invalid' as const

/** Faults in who owns and directs a company. */
export const identificationStructureFaults: readonly Fault[] = [
  faultOf(structure, 'accepts every structure', () => withoutCode(structure)),
  faultOf(
    structure,
    'needs no Director',
    () =>
      withoutCode(
        structure,
        ofRoot(({ beneficiaries }) => !beneficiaries.some(director)),
      ),
    'director',
  ),
  faultOf(
    structure,
    'accepts shares of more than 100%',
    () =>
      withoutCode(
        structure,
        ofRoot((company) => sum(ownersOf(company).map(({ share }) => share)).gt(100)),
      ),
    'combined',
  ),
  faultOf(
    structure,
    'accepts any share in a sole proprietorship',
    () =>
      withoutCode(
        structure,
        ofRoot((company) => isSole(company) && company.beneficiaries.length === 1),
      ),
    'sole-share',
  ),
  faultOf(
    structure,
    'accepts several beneficiaries of a sole proprietorship',
    () =>
      withoutCode(
        structure,
        ofRoot((company) => isSole(company) && company.beneficiaries.length > 1),
      ),
    'sole-several',
  ),
  faultOf(
    structure,
    'counts a Representative as an owner',
    () =>
      withoutCode(
        structure,
        ofRoot(({ beneficiaries }) =>
          beneficiaries.some((one) => onlyRole('Representative')(one) && one.share.gte(25)),
        ),
      ),
    'representative',
  ),
  faultOf(
    structure,
    'accepts a US company in which nobody owns 10%',
    () =>
      withoutCode(
        structure,
        ofRoot((company) => isUs(company) && !isSole(company)),
      ),
    'us',
  ),
  faultOf(
    structure,
    'wants more than 10% where nobody owns 25%',
    () =>
      withCode(
        structure,
        ofRoot((company) => !isSole(company) && !company.beneficiaries.some(({ share }) => share.gt(10))),
      ),
    'more-than-10',
  ),
  faultOf(
    structure,
    'wants 25% of somebody, with no other chance',
    () =>
      withCode(
        structure,
        ofRoot((company) => !company.beneficiaries.some(({ share }) => share.gte(25))),
      ),
    'no-fallback',
  ),
  faultOf(
    structure,
    'counts shares below the threshold towards 100%',
    () =>
      withCode(
        structure,
        ofRoot((company) => sum(ownersOf(company).map(({ share }) => share)).gt(100)),
      ),
    'small-shares',
  ),
  faultOf(
    structure,
    'wants a Director of a sole proprietorship',
    () =>
      withCode(
        structure,
        ofRoot((company) => isSole(company) && !company.beneficiaries.some(director)),
      ),
    'sole-director',
  ),
]
