import { judged, notPromised, open, scenario, section } from './statement.js'

/** Endpoints: customers with their terms, required signings and abilities. */
export const customerSections = [
  section(
    'Endpoints, GET /terms-and-conditions',
    'Lists the [documents](#resources-terms-item) that customers of a country have to sign. The query parameter `country` is an ISO 3166-1 alpha-3 code.',
    {
      'terms/country-required': scenario(
        'The country is required',
        'The query parameter country is required.',
        {
          also: ['documents/statements'],
        },
      ),
      'country-code': judged('country takes an ISO 3166-1 alpha-3 code.', ['documents/statements']),
      'terms/items': scenario(
        'Terms are items',
        '200 with an array of items, each with id, display_name and url.',
        { also: ['documents/statements'] },
      ),
      'terms/global-document': scenario(
        'One document for all countries',
        'For customers of 2026-08-01 one global document is returned whatever the country.',
        { versions: { from: 'global-terms' }, severity: 'warning' },
      ),
    },
  ),
  section(
    'Endpoints, GET /customers/{id}/required-signings',
    'Lists the documents that a customer has still to sign.',
    {
      'required-signings/items': scenario(
        'Required signings are items',
        '200 with an array of items, each with id, url and display_name.',
        { needs: ['writes'] },
      ),
      'required-signings/signed-is-gone': scenario(
        'What was signed is not outstanding',
        'A document that a customer signed is not among the required signings any more.',
        { needs: ['writes'] },
      ),
      'required-signings/empty-is-200': scenario(
        'Nothing outstanding is 200 []',
        'From 2026-08-01, 200 with an empty list when nothing is outstanding.',
        {
          versions: { from: 'empty-signings-list' },
          needs: ['writes'],
          also: ['documents/statements', 'documents/shown'],
        },
      ),
      'required-signings/conflict-when-none': scenario(
        'Nothing outstanding is 409',
        'Before 2026-08-01, 409 when nothing is outstanding.',
        { versions: { until: 'empty-signings-list' }, needs: ['writes'], also: ['documents/statements'] },
      ),
      'required-signings/mixed-versions': open(
        'Created under one version, read under another',
        'Whether 200 [] or 409 follows the version of the customer or of the call.',
        'both readings are defensible',
        { needs: ['writes'] },
      ),
      'required-signings/one-document': scenario(
        'One global document is outstanding',
        'For customers of 2026-08-01 one global document is served.',
        { versions: { from: 'global-terms' }, needs: ['writes'] },
      ),
      'required-signings/before-identification': scenario(
        'Terms come before identification',
        'For customers of 2026-08-01 the outstanding document is returned before identification too.',
        { versions: { from: 'signings-first' }, needs: ['writes'] },
      ),
      'required-signings/any-point': scenario(
        'Terms stay outstanding until they are signed',
        'For customers of 2026-08-01 the outstanding document is returned at any point of the lifecycle.',
        { versions: { from: 'global-terms' }, needs: ['writes', 'sandbox'] },
      ),
    },
  ),
  section(
    'Endpoints, GET /customers/{id}/abilities',
    'Tells what a customer can pay in and out in fiat, by currency and rail, and for each currency which flows are available.',
    {
      'abilities/fields': scenario(
        'Abilities have their parts',
        'The answer has fiat_deposit, fiat_payout and a currencies array.',
        { needs: ['customer'] },
      ),
      'abilities/flows': scenario(
        'Flows are the five named',
        'The flows of a currency are mint, redeem, onramp, offramp and swap.',
        { severity: 'warning', needs: ['customer'], also: ['documents/shown'] },
      ),
      shape: notPromised('The full shape of the answer.', 'not shown in the specification'),
    },
  ),
  section('Endpoints, POST /customers', 'Creates a customer.', {
    creation: judged('A customer is created.', ['customers/onboarding-order', 'idempotency/optional']),
    version: judged('The X-API-Version sent here decides the onboarding order of the customer.', [
      'customers/onboarding-order',
    ]),
    bodies: notPromised('The bodies of request and response.', 'not shown in the specification'),
  }),
] as const
