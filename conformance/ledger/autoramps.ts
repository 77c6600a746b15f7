import { inSection, type Statement } from './statement.js'

const { judged, unjudged } = inSection('Endpoints, GET /autoramps/{id}')

/** Endpoints: autoramps and their further quotes. */
export const autorampsStatements: readonly Statement[] = [
  judged('GET /autoramps/{id} reads an autoramp.', 'autoramp/read', 'autoramp/same', 'autoramp/unknown-id'),
  judged(
    'POST /autoramps/{id}/quotes returns further quotes for additional currencies.',
    'autoramp/further-served',
  ),
  judged(
    'POST /autoramps/{id}/quotes returns none for currencies that are not named.',
    'autoramp/further-served',
  ),
  unjudged(
    'What further quotes are asked with, and look like.',
    'not-promised',
    'their request and response are not shown; noted by autoramp/further-quotes',
  ),
  judged('Both operations stand in the documents.', 'spec-documents/named-operations'),
  judged('deposit_rails is an array.', 'autoramp/deposit-rails'),
  ...['Iban', 'AchWire', 'Swift'].map((rail) =>
    unjudged(`deposit_rails can have ${rail}.`, 'not-promised', 'the list of members is open'),
  ),
  judged('deposit_rails can have FedNow from 2026-07-01 on.', 'autoramp/rail-document'),
  judged(
    'deposit_rails has no FedNow before 2026-07-01.',
    'versioning/fednow-rail',
    'autoramp/rail-document',
  ),
  unjudged(
    'FedNow is there only where the account is enabled.',
    'not-promised',
    'how an account is enabled is not shown',
  ),
]
