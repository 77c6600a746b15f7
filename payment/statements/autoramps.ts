import { judged, notPromised, ofDocuments, open, scenario, section } from './statement.js'

const needs = ['writes'] as const

/** Endpoints: autoramps and their further quotes. */
export const autorampSections = [
  section(
    'Endpoints, GET /autoramps/{id}',
    'Reads an autoramp. POST /autoramps/{id}/quotes returns further quotes on an autoramp that was made from a quote, one for a currency that the quote named in additional_in_currencies.',
    {
      'autoramp/read': scenario(
        'An autoramp can be read',
        'GET /autoramps/{id} reads an autoramp, under every version.',
        { needs },
      ),
      'autoramp/same': scenario(
        'The autoramp read is the one asked for',
        'GET /autoramps/{id} reads the autoramp that has the id, with the customer that it was made for.',
        { needs },
      ),
      'autoramp/unknown-id': scenario(
        'What is not there is not read',
        'GET /autoramps/{id} reads nothing for an id that no autoramp has.',
        { needs },
      ),
      'autoramp/deposit-rails': scenario(
        'Deposit rails are a list',
        'deposit_rails of an autoramp is an array.',
        { needs },
      ),
      'autoramp/rail-document': ofDocuments(
        'The documents list FedNow in time',
        'The document lists a FedNow member of deposit_rails from 2026-07-01 on and not before.',
        { needs, also: ['versioning/fednow-rail'] },
      ),
      'other-rails': notPromised(
        'deposit_rails can have Iban, AchWire and Swift.',
        'the list of members is open',
      ),
      'enabled-accounts': notPromised(
        'FedNow is there only where the account is enabled.',
        'how an account is enabled is not shown',
      ),
      'autoramp/further-served': scenario(
        'Additional currencies get further quotes',
        'POST /autoramps/{id}/quotes returns a further quote for a currency of additional_in_currencies, and for no other.',
        { needs: ['customer', 'writes'] },
      ),
      'autoramp/further-quotes': open(
        'What further quotes look like',
        'How POST /autoramps/{id}/quotes is asked and what it answers.',
        'its request and response are not shown',
        { versions: 'all', needs },
      ),
      documents: judged('Both operations stand in the documents.', ['spec-documents/named-operations']),
    },
  ),
] as const
