import { changeTable } from './change-table.js'
import type { Clause, Policy } from './clause.js'

/** Kinds of change that give a payload another shape: names, types, variants, and what must be there. */
const shapes = [
  'body-added',
  'required-body-added',
  'body-removed',
  'required-body-removed',
  'body-became-required',
  'body-became-optional',
  'media-type-added',
  'media-type-removed',
  'media-type-widened',
  'media-type-narrowed',
  'schema-added',
  'schema-removed',
  'property-added',
  'required-property-added',
  'required-property-added-with-default',
  'property-added-to-map',
  'property-removed',
  'required-property-removed',
  'property-removed-from-closed',
  'property-renamed',
  'property-became-required',
  'property-became-required-with-default',
  'property-became-optional',
  'property-became-read-only',
  'property-no-longer-read-only',
  'required-property-no-longer-read-only',
  'pattern-properties-added',
  'pattern-properties-removed',
  'dependent-required-added',
  'dependent-required-removed',
  'dependent-schema-added',
  'dependent-schema-removed',
  'type-changed',
  'type-widened',
  'type-narrowed',
  'became-nullable',
  'became-not-nullable',
  'variant-removed',
  'union-added',
  'union-removed',
  'discriminator-added',
  'discriminator-removed',
  'discriminator-changed',
  'discriminator-value-removed',
  'prefix-item-added',
  'prefix-item-removed',
  'additional-properties-forbidden',
  'additional-properties-allowed',
  'additional-properties-constrained',
  'additional-properties-unconstrained',
  'unevaluated-properties-forbidden',
  'unevaluated-properties-allowed',
  'unevaluated-properties-constrained',
  'unevaluated-properties-unconstrained',
  'items-forbidden',
  'items-allowed',
  'items-constrained',
  'items-unconstrained',
] as const

/** What the specification names (Versioning 6). */
const named: readonly Clause[] = [
  {
    id: 'open-ended-value',
    title: 'A new value in an open-ended field',
    basis: 'specification',
    says: 'not minting a version: a new value in an open-ended field',
    matches: { changes: ['known-value-added'] },
    verdict: 'ship',
  },
  {
    id: 'variant-added',
    title: 'A variant added to an enumeration or a union',
    basis: 'specification',
    says: 'a new version is minted for: a variant added to an enum or union',
    // The sentence names no direction, so neither does the clause.
    matches: { changes: ['enum-value-added', 'enum-replaced', 'variant-added', 'discriminator-value-added'] },
    verdict: 'mint',
  },
  {
    id: 'response-field-removed',
    title: 'A response field removed or renamed',
    basis: 'specification',
    says: 'a new version is minted for: a response field removed or renamed',
    matches: {
      changes: [
        'property-removed',
        'required-property-removed',
        'property-renamed',
        'property-became-write-only',
      ],
      directions: ['response'],
    },
    verdict: 'mint',
  },
  {
    id: 'request-body-shape',
    title: 'A request body changing shape',
    basis: 'specification',
    says: 'a new version is minted for: a request body changing shape',
    matches: { changes: shapes, directions: ['request'], inRequestBody: true },
    verdict: 'mint',
  },
  {
    id: 'response-field-added',
    title: 'A new optional response field',
    basis: 'specification',
    says: 'not minting a version: a new optional response field',
    matches: { changes: ['property-added'], directions: ['response'] },
    verdict: 'ship',
  },
  {
    id: 'operation-added',
    title: 'A new operation',
    basis: 'specification',
    says: 'not minting a version: a new endpoint',
    matches: { changes: ['operation-added'] },
    verdict: 'ship',
  },
]

/** What no clause names is judged by its effect, and the report says so. */
export const unnamed: readonly Clause[] = [
  {
    id: 'unnamed-breaks',
    title: 'Not named by the policy, and it breaks clients',
    basis: 'unnamed',
    matches: { effects: ['breaks'] },
    verdict: 'mint',
  },
  {
    id: 'unnamed-may-break',
    title: 'Not named by the policy, and it breaks some clients',
    basis: 'unnamed',
    matches: { effects: ['may-break'] },
    verdict: 'mint',
  },
  {
    id: 'unnamed-safe',
    title: 'Not named by the policy, and it breaks no client',
    basis: 'unnamed',
    matches: { effects: ['safe'] },
    verdict: 'ship',
  },
  {
    id: 'documentation',
    title: 'Not named by the policy: words alone',
    basis: 'unnamed',
    matches: { effects: ['documentation'] },
    verdict: 'ship',
  },
]

/** When this service mints a version (specification, Versioning 6). */
export const mintingPolicy: Policy = {
  name: 'the specification, Versioning 6',
  clauses: [...named, ...unnamed],
  table: changeTable,
}

/** Every change is judged by what it does to a client, and by nothing else. */
export const effectsPolicy: Policy = { name: 'effects on clients', clauses: unnamed }
