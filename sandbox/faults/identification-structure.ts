import { ownersOf } from '../identification/rules/companies.js'
import { sum } from '../money/decimal.js'
import type { Fault } from './fault.js'
import { hasRole, isSole, isUs, ofRoot, omits, onlyRole, raises } from './submissions.js'

const director = hasRole('Director')
const structure = 'structure_invalid' as const

/** Faults in the ownership and direction of companies. */
export const identificationStructureFaults: readonly Fault[] = [
  omits(structure, '', 'accepts every structure'),
  omits(
    structure,
    'director',
    'needs no Director',
    ofRoot(({ beneficiaries }) => !beneficiaries.some(director)),
  ),
  omits(
    structure,
    'combined',
    'accepts shares of more than 100%',
    ofRoot((company) => sum(ownersOf(company).map(({ share }) => share)).gt(100)),
  ),
  omits(
    structure,
    'sole-share',
    'accepts any share in a sole proprietorship',
    ofRoot((company) => isSole(company) && company.beneficiaries.length === 1),
  ),
  omits(
    structure,
    'sole-several',
    'accepts several beneficiaries of a sole proprietorship',
    ofRoot((company) => isSole(company) && company.beneficiaries.length > 1),
  ),
  omits(
    structure,
    'representative',
    'counts a Representative as an owner',
    ofRoot(({ beneficiaries }) =>
      beneficiaries.some((one) => onlyRole('Representative')(one) && one.share.gte(25)),
    ),
  ),
  omits(
    structure,
    'us',
    'accepts a US company in which nobody owns 10%',
    ofRoot((company) => isUs(company) && !isSole(company)),
  ),
  raises(
    structure,
    'more-than-10',
    'wants more than 10% where nobody owns 25%',
    ofRoot((company) => !isSole(company) && !company.beneficiaries.some(({ share }) => share.gt(10))),
  ),
  raises(
    structure,
    'no-fallback',
    'wants 25% of somebody, with no other chance',
    ofRoot((company) => !company.beneficiaries.some(({ share }) => share.gte(25))),
  ),
  raises(
    structure,
    'small-shares',
    'counts shares below the threshold towards 100%',
    ofRoot((company) => sum(ownersOf(company).map(({ share }) => share)).gt(100)),
  ),
  raises(
    structure,
    'sole-director',
    'wants a Director of a sole proprietorship',
    ofRoot((company) => isSole(company) && !company.beneficiaries.some(director)),
  ),
]
