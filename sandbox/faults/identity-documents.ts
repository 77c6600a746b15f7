import type { Fault } from './fault.js'
import { isPerson, isSole, isUs, ofAnyOwner, ofBusiness, omits, raises } from './submissions.js'

/** Faults in which identity documents are accepted. */
export const identityDocumentFaults: readonly Fault[] = [
  omits('identity_document_rejected', '', 'accepts every identity document'),
  omits(
    'identity_document_rejected',
    'residence-permit',
    'accepts a ResidencePermit of a beneficiary',
    ofAnyOwner(({ identity }) => identity.documentType === 'ResidencePermit'),
  ),
  omits(
    'identity_document_rejected',
    'us-company',
    'accepts any DriverLicense in a US company',
    ofAnyOwner(({ identity }) => identity.documentType === 'DriverLicense'),
  ),
  omits(
    'identity_document_rejected',
    'digital',
    'accepts a DigitalDriversLicense of any country',
    (one) => isPerson(one) && one.identity.documentType !== 'ResidencePermit',
  ),
  raises(
    'identity_document_rejected',
    'brazil',
    'accepts no DigitalDriversLicense at all',
    (one) => isPerson(one) && one.identity.documentType === 'DigitalDriversLicense',
  ),
  raises(
    'identity_document_rejected',
    'foreign-passport',
    'accepts only US passports in a US company',
    ofAnyOwner(({ identity }, _, company) => isUs(company) && identity.country !== 'US'),
  ),
  raises(
    'identity_document_rejected',
    'sole',
    'holds a US sole proprietorship to the rule for US companies',
    ofAnyOwner(
      ({ identity }, _, company) =>
        isUs(company) && isSole(company) && identity.country !== 'US' && identity.documentType !== 'Passport',
    ),
  ),
  omits(
    'identity_document_rejected',
    'national-id',
    'accepts a NationalId in a US company',
    ofAnyOwner(({ identity }) => identity.documentType === 'NationalId'),
  ),
  omits('identity_document_images_identical', '', 'accepts a front that is the back'),
  omits(
    'identity_document_images_identical',
    'beneficiary',
    'compares the images of a Person alone',
    ofBusiness(() => true),
  ),
]
