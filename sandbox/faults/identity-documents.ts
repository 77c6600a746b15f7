import type { Fault } from './fault.js'
import {
  withCode,
  faultOf,
  isPerson,
  isSole,
  isUs,
  ofAnyOwner,
  ofBusiness,
  withoutCode,
} from './submissions.js'

/** Faults in which identity documents are accepted. */
export const identityDocumentFaults: readonly Fault[] = [
  faultOf('identity_document_rejected', 'accepts every identity document', () =>
    withoutCode('identity_document_rejected'),
  ),
  faultOf(
    'identity_document_rejected',
    'accepts a ResidencePermit of a beneficiary',
    () =>
      withoutCode(
        'identity_document_rejected',
        ofAnyOwner(({ identity }) => identity.documentType === 'ResidencePermit'),
      ),
    'residence-permit',
  ),
  faultOf(
    'identity_document_rejected',
    'accepts any DriverLicense in a US company',
    () =>
      withoutCode(
        'identity_document_rejected',
        ofAnyOwner(({ identity }) => identity.documentType === 'DriverLicense'),
      ),
    'us-company',
  ),
  faultOf(
    'identity_document_rejected',
    'accepts a DigitalDriversLicense of any country',
    () =>
      withoutCode(
        'identity_document_rejected',
        (one) => isPerson(one) && one.identity.documentType !== 'ResidencePermit',
      ),
    'digital',
  ),
  faultOf(
    'identity_document_rejected',
    'accepts no DigitalDriversLicense at all',
    () =>
      withCode(
        'identity_document_rejected',
        (one) => isPerson(one) && one.identity.documentType === 'DigitalDriversLicense',
      ),
    'brazil',
  ),
  faultOf(
    'identity_document_rejected',
    'accepts only US passports in a US company',
    () =>
      withCode(
        'identity_document_rejected',
        ofAnyOwner(({ identity }, _, company) => isUs(company) && identity.country !== 'US'),
      ),
    'foreign-passport',
  ),
  faultOf(
    'identity_document_rejected',
    'holds a US sole proprietorship to the rule for US companies',
    () =>
      withCode(
        'identity_document_rejected',
        ofAnyOwner(
          ({ identity }, _, company) =>
            isUs(company) &&
            isSole(company) &&
            identity.country !== 'US' &&
            identity.documentType !== 'Passport',
        ),
      ),
    'sole',
  ),
  faultOf(
    'identity_document_rejected',
    'accepts a NationalId in a US company',
    () =>
      withoutCode(
        'identity_document_rejected',
        ofAnyOwner(({ identity }) => identity.documentType === 'NationalId'),
      ),
    'national-id',
  ),
  faultOf('identity_document_images_identical', 'accepts a front that is the back', () =>
    withoutCode('identity_document_images_identical'),
  ),
  faultOf(
    'identity_document_images_identical',
    'compares the images of a Person alone',
    () =>
      withoutCode(
        'identity_document_images_identical',
        ofBusiness(() => true),
      ),
    'beneficiary',
  ),
]
