import { ownRecipient, registeredRecipient, verifiedWallet } from './quote/registered.js'
import { judged, notPromised, scenario, section, unobservable } from '../statements/statement.js'

/** The section about the service. */
export const serviceSections = [
  section(
    'What the service does',
    `A payment network for stablecoins, as an HTTP and JSON API. Its partners use it to

- register customers, have them sign terms and conditions, and identify them: persons (KYC) and businesses (KYB);
- register the addresses that money goes to and comes from: wallets, held by the customer or by a custodian, and bank accounts;
- create autoramps: standing conversions between fiat and crypto currencies (onramp, offramp, swap), each on a signed quote with a fixed rate and one exact amount;
- receive signed webhooks about customers, identifications, fiat addresses, autoramps and transactions.

There is a sandbox and a production environment. Below, paths are relative to the base URL of the API, which ends in \`/api\`; the documents are served by the same host without that prefix. The operations stand in groups: addresses, autoramps, chronicle collateral, currencies, customers, exchange rates, fee profiles, sandbox, server-sent events, terms and conditions, webhooks.`,
    {
      'quote/registered-recipient': scenario(
        'Customers and recipients exist',
        'An address is registered to a customer before it is paid: ids that nobody has are not served.',
        { needs: ['customer'], run: registeredRecipient },
      ),
      'quote/own-recipient': scenario(
        'Recipients belong to the customer',
        'An address that is registered to another customer, or whose registration is pending, is not paid.',
        { severity: 'warning', needs: ['customer', 'writes'], run: ownRecipient },
      ),
      'quote/verified-wallet': scenario(
        'Wallets are verified',
        'A wallet that the customer holds is paid with a proof of ownership, one at a custodian with the DID of that.',
        { severity: 'warning', needs: ['customer', 'writes'], run: verifiedWallet },
      ),
      groups: judged('Operations stand in eleven groups.', ['documents/shown']),
      'raw-recipient': notPromised(
        'A `recipient_account` that is not registered is not used.',
        'it clashes with what `recipient_account` is described as',
      ),
      'sandbox-paths': unobservable(
        'Paths below `/sandbox` exist in the sandbox alone.',
        'it takes both environments to see it',
      ),
      'document-host': judged('The documents lie on the host without the `/api` prefix.', [
        'spec-documents/versions-list',
        'spec-documents/dated',
      ]),
    },
  ),
] as const
