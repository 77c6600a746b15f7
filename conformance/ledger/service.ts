import { inSection, type Statement } from './statement.js'

const purpose = inSection('What the service does')

/** What the service does: groups, environments, addresses. */
export const serviceStatements: readonly Statement[] = [
  purpose.unjudged(
    'Partners register, sign and identify customers.',
    'definition',
    'the endpoints state how',
  ),
  purpose.judged(
    'Every address is registered to a customer before use.',
    'quote/registered-recipient',
    'quote/own-recipient',
  ),
  purpose.unjudged(
    'A recipient_account that is not registered is not used.',
    'not-promised',
    'it clashes with what recipient_account is described as',
  ),
  purpose.unjudged(
    'Autoramps convert between fiat and crypto on signed quotes.',
    'definition',
    'the endpoints state how',
  ),
  purpose.unjudged('Partners receive signed webhook notifications.', 'definition', 'the events state how'),
  purpose.unjudged('The operation groups.', 'definition', 'names of groups follow from no request'),
  purpose.unjudged(
    'Paths below /sandbox exist in the sandbox alone.',
    'unobservable',
    'it takes both environments to see it',
  ),
  purpose.judged(
    'The documents lie on the host without the /api prefix.',
    'spec-documents/versions-list',
    'spec-documents/dated',
  ),
]
