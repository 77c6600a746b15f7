import { catalogue } from '../catalogue/index.js'
import { changeTable } from './change-table.js'
import type { Clause, Policy } from './clause.js'

/** The clauses of the specification (Versioning 6). */
const stated: readonly Clause[] = [
  {
    id: 'open-ended-value',
    title: 'A new value in an open-ended field',
    basis: 'specification',
    says: 'not minting a version: a new value in an open-ended field',
    matches: {},
    verdict: 'ship',
  },
  {
    id: 'variant-added',
    title: 'A variant added to an enumeration or a union',
    basis: 'specification',
    says: 'a new version is minted for: a variant added to an enum or union',
    // The sentence of the specification names no direction, so the clause applies to both.
    matches: {},
    verdict: 'mint',
  },
  {
    id: 'response-field-removed',
    title: 'A response field removed or renamed',
    basis: 'specification',
    says: 'a new version is minted for: a response field removed or renamed',
    matches: { directions: ['response'] },
    verdict: 'mint',
  },
  {
    id: 'request-body-shape',
    title: 'A request body changing shape',
    basis: 'specification',
    says: 'a new version is minted for: a request body changing shape',
    matches: { directions: ['request'], inRequestBody: true },
    verdict: 'mint',
  },
  {
    id: 'response-field-added',
    title: 'A new optional response field',
    basis: 'specification',
    says: 'not minting a version: a new optional response field',
    matches: { directions: ['response'] },
    verdict: 'ship',
  },
  {
    id: 'operation-added',
    title: 'A new operation',
    basis: 'specification',
    says: 'not minting a version: a new endpoint',
    matches: {},
    verdict: 'ship',
  },
]

/** A clause with the kinds of change that the catalogue says it names. */
const withKinds = (clause: Clause): Clause => {
  const kinds = catalogue.filter(({ clauses }) => clauses.includes(clause.id)).map(({ kind }) => kind)
  return { ...clause, matches: { ...clause.matches, changes: [...new Set(kinds)] } }
}

const named = stated.map(withKinds)

/** Clauses for changes that the specification does not name: judged by their effect. */
const unnamed: readonly Clause[] = [
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
    title: 'Not named by the policy: documentation only',
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

/** Judges every change only by its effect on clients. */
export const effectsPolicy: Policy = { name: 'effects on clients', clauses: unnamed }
