import { inSection, type Statement } from './statement.js'

const first = inSection('Versioning 1')
const second = inSection('Versioning 2')
const third = inSection('Versioning 3')
const fourth = inSection('Versioning 4')
const fifth = inSection('Versioning 5')
const sixth = inSection('Versioning 6')
const seventh = inSection('Versioning 7')
const table = inSection('Versioning, change table')

/** Versioning: header, supported versions, echo, refusals, minting, change table. */
export const versioningStatements: readonly Statement[] = [
  first.judged(
    'X-API-Version takes a canonical ISO date.',
    'versioning/supported',
    'versioning/malformed-version',
  ),
  first.judged(
    'Routes do not change between versions.',
    'versioning/routes',
    'versioning/served-routes',
    'versioning/read-across',
  ),
  first.judged('Every endpoint below /api reads the header.', 'versioning/every-operation'),
  ...second.each(
    ['2025-03-13', '2026-07-01', '2026-08-01'],
    (version) => `${version} is supported.`,
    'versioning/supported',
    'spec-documents/versions-list',
  ),
  third.judged(
    'Without the header 2025-03-13 is served.',
    'versioning/default-absent',
    'customers/onboarding-default',
  ),
  third.judged(
    'With an empty header 2025-03-13 is served.',
    'versioning/default-empty',
    'customers/onboarding-default',
  ),
  fourth.judged('Every answer below /api names the version served in X-API-Version.', 'versioning/echo'),
  fourth.judged('A refusal names the version served as well.', 'versioning/echo'),
  fourth.judged('The refusal of a path that nothing has names it as well.', 'versioning/unknown-path'),
  fourth.judged('A replay is the exception and names none.', 'idempotency/replay-headers'),
  fourth.judged('Every answer below /api varies by X-API-Version.', 'versioning/vary'),
  fourth.unjudged(
    'What a version error echoes.',
    'not-promised',
    'no version is served there; noted by versioning/error-echo',
  ),
  fifth.judged('An unknown version is answered 400.', 'versioning/unknown-version', 'versioning/no-fallback'),
  fifth.judged('A malformed version is answered 400.', 'versioning/malformed-version'),
  fifth.judged('The version error is an object.', 'versioning/error-body'),
  ...fifth.each(
    [
      'error is unsupported_api_version',
      'reason is there',
      'requested is the value sent',
      'supported lists the supported dates',
    ],
    (fact) => `In the version error ${fact}.`,
    'versioning/error-body',
  ),
  fifth.judged('There is no fallback to a nearby version.', 'versioning/no-fallback'),
  fifth.judged('version_unknown: a valid date that is not supported.', 'versioning/unknown-version'),
  fifth.judged('version_malformed: a value that is no canonical date.', 'versioning/malformed-version'),
  fifth.judged('A date without zero padding is malformed.', 'versioning/malformed-version'),
  fifth.unjudged(
    'Which reason a date gets that no calendar has.',
    'not-promised',
    'both fit; noted by versioning/impossible-date',
  ),
  fifth.unjudged(
    'What several version headers get.',
    'not-promised',
    'one header is spoken of; noted by versioning/duplicated-header',
  ),
  ...[
    'a response field removed',
    'a response field renamed',
    'a variant added to an enumeration or union',
    'a request body changing shape',
  ].map((change) =>
    sixth.unjudged(
      `A version is minted for ${change}.`,
      'unobservable',
      'it takes two states of one document to see it; rampart diff judges them',
    ),
  ),
  ...['a new optional response field', 'a new endpoint', 'a new value in an open-ended field'].map((change) =>
    sixth.unjudged(
      `No version is minted for ${change}.`,
      'unobservable',
      'it takes two states of one document to see it; rampart diff judges them',
    ),
  ),
  seventh.unjudged(
    'Token and market-data endpoints have no shapes gated by version.',
    'not-promised',
    'which endpoints they are is not listed',
  ),
  seventh.unjudged(
    'Token and market-data endpoints ignore the header.',
    'not-promised',
    'it clashes with 1, 4 and 5; noted by versioning/market-data',
  ),
  table.unjudged('2025-03-13 is the initial version.', 'definition', 'it names the first of the list'),
  table.judged('2025-03-13 is served without the header.', 'versioning/default-absent'),
  table.judged(
    'FedNow is no member of deposit_rails before 2026-07-01.',
    'versioning/fednow-rail',
    'autoramp/rail-document',
  ),
  table.judged('FedNow can be a member from 2026-07-01.', 'autoramp/rail-document'),
  table.unjudged(
    'FedNow is served where the account is enabled.',
    'unobservable',
    'which accounts are enabled cannot be seen',
  ),
  table.judged('From 2026-08-01 customers start in SigningsRequired.', 'customers/onboarding-order'),
  table.judged(
    'From 2026-08-01 terms are signed before identification.',
    'required-signings/before-identification',
  ),
  table.judged('The version is pinned per customer at creation.', 'customers/pinned'),
  table.judged(
    'From 2026-08-01 nothing outstanding is 200 with an empty list.',
    'required-signings/empty-is-200',
  ),
  table.judged('Before 2026-08-01 nothing outstanding is 409.', 'required-signings/conflict-when-none'),
  table.judged(
    'From 2026-08-01 one global document is required of all countries.',
    'required-signings/one-document',
  ),
  table.judged(
    'From 2026-08-01 the document is outstanding across the whole lifecycle.',
    'required-signings/any-point',
  ),
  table.judged(
    'Other response shapes of 2026-08-01 are those of 2026-07-01: the quote.',
    'versioning/quote-shape',
  ),
  ...table.each(
    ['terms', 'required signings', 'abilities', 'autoramps'],
    (what) => `Other response shapes of 2026-08-01 are those of 2026-07-01: ${what}.`,
    'versioning/response-shapes',
  ),
  table.judged('Nothing else of the documents changes between versions.', 'versioning/listed-changes'),
]
