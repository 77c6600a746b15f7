import { defaultVersion, versionOf } from '../../versions/index.js'
import type { Negotiation } from '../pipeline/version.js'
import { editObject } from './edit.js'
import { fault, type Fault, type Hooks } from './fault.js'
import { respondWith } from './answers.js'

/** Returns the version to serve for a header value that should be refused. */
type Taken = (value: string, supported: readonly string[], operationId: string) => string | undefined

const serving = (taken: Taken): Hooks => ({
  negotiate: (outcome, { requested = '', supported, operationId = '' }): Negotiation => {
    const served = outcome.problem && taken(requested, supported, operationId)
    return served === undefined ? outcome : { served }
  },
})

const rows: readonly (readonly [rule: string, variant: string, does: string, taken: Taken])[] = [
  [
    'versioning/no-fallback',
    'week',
    'serves a version in the week after it',
    (value, all) => all.find((one) => Date.parse(value) - Date.parse(one) === 7 * 86_400_000),
  ],
  [
    'versioning/no-fallback',
    'next-year',
    'serves a version to who asks for its day in another year',
    (value, all) => all.find((one) => /^\d{4}-\d\d-\d\d$/.test(value) && value.slice(4) === one.slice(4)),
  ],
  [
    'versioning/no-fallback',
    'rolling',
    'takes 2026-06-31 for the first of July',
    (value) => (value === '2026-06-31' ? versionOf('fednow-rail') : undefined),
  ],
  [
    'versioning/malformed-version',
    'default-unpadded',
    'serves the default version with its month unpadded',
    (value) => (value === defaultVersion.replace('-0', '-') ? defaultVersion : undefined),
  ],
  [
    'versioning/malformed-version',
    'preview',
    'serves a version with a suffix',
    (value, all) => all.find((one) => value === `${one}-preview`),
  ],
  [
    'versioning/malformed-version',
    'keyword',
    'serves the newest version as current',
    (value, all) => (value === 'current' ? all.at(-1) : undefined),
  ],
  [
    'versioning/malformed-version',
    'older-slashes',
    'serves older versions written with slashes',
    (value, all) => all.slice(0, 2).find((one) => value === one.replaceAll('-', '/')),
  ],
  [
    'versioning/malformed-version',
    'quote',
    'ignores a malformed version on quotes',
    (value, all, operation) =>
      operation === 'getAutorampQuote' && !/^\d{4}-\d\d-\d\d$/.test(value) ? all.at(-1) : undefined,
  ],
  [
    'versioning/every-operation',
    'archive',
    'ignores an unknown version where a customer is archived',
    (value, all, operation) =>
      operation === 'archiveCustomer' && /^\d{4}-\d\d-\d\d$/.test(value) ? all.at(-1) : undefined,
  ],
  [
    'versioning/every-operation',
    'cancellation',
    'ignores an unknown version where an autoramp is cancelled',
    (value, all, operation) =>
      operation === 'cancelAutoramp' && /^\d{4}-\d\d-\d\d$/.test(value) ? all.at(-1) : undefined,
  ],
]

/** Responses that depend on how the version was requested. */
const answers: readonly Fault[] = [
  fault('versioning/error-body:padded', 'states what was asked for with the zeros that it lacked', () => ({
    answer: (answer) =>
      answer.status === 400 && String(answer.body).includes('unsupported_api_version')
        ? editObject(answer, (body) => {
            const text = String(body['requested'])
            if (/^\d{4}-\d\d?-\d\d?$/.test(text)) body['requested'] = text.replaceAll(/-(\d)(?!\d)/g, '-0$1')
          })
        : answer,
  })),
  fault('versioning/default-absent:required', 'refuses quotes without a version header', () => ({
    answer: (answer, { operationId, headers }) =>
      operationId === 'getAutorampQuote' && headers['x-api-version'] === undefined
        ? respondWith(answer, 400, 'the header X-API-Version is required')
        : answer,
  })),
  fault(
    'versioning/default-empty:creation',
    'refuses the creation of a customer with an empty version header',
    () => ({
      answer: (answer, { operationId, headers }) =>
        operationId === 'createCustomer' && headers['x-api-version'] === ''
          ? respondWith(answer, 400, 'the header X-API-Version is empty')
          : answer,
    }),
  ),
  fault(
    'versioning/served-routes',
    'does not find the abilities of a customer under the second version',
    () => ({
      answer: (answer, { operationId, version, service }) =>
        operationId === 'getCustomerAbilities' && version === service.versions.supported[1]
          ? respondWith(answer, 404, 'no such path')
          : answer,
    }),
  ),
]

/** Version faults for one date format, in one location, or only without the header. */
export const partialVersionFaults: readonly Fault[] = [
  ...rows.map(([rule, variant, does, taken]) => ({ rule, variant, does, hooks: () => serving(taken) })),
  ...answers,
]
