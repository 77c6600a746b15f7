import * as compositions from './compositions.js'
import * as operations from './operations.js'
import * as order from './order.js'
import * as references from './references.js'
import * as renaming from './renaming.js'
import * as schemas from './schemas.js'
import { isOld } from './walk.js'

/** Another spelling of a document. */
export interface Rewriting {
  readonly name: string
  readonly rewrite: (root: unknown) => unknown
  /** The versions of OpenAPI that have the spelling. */
  readonly since?: '3.1'
  readonly until?: '3.0'
}

const { backwards, rotated, interleaved, reorderLists } = order

const unused = { type: 'object', properties: { nobody: { type: 'string' } }, required: ['nobody'] }

/** Every spelling that means the same. */
export const rewritings: readonly Rewriting[] = [
  { name: 'members backwards', rewrite: order.reverseMembers },
  { name: 'members sorted', rewrite: order.sortMembers },
  { name: 'lists backwards', rewrite: (root) => reorderLists(root, backwards) },
  { name: 'lists rotated', rewrite: (root) => reorderLists(root, rotated) },
  { name: 'lists interleaved', rewrite: (root) => reorderLists(root, interleaved) },
  { name: 'items of lists twice', rewrite: order.repeatItems },
  ...references.componentKinds.flatMap((kind): Rewriting[] => [
    { name: `${kind} inlined`, rewrite: (root) => references.inline(root, kind) },
    {
      name: `${kind} extracted`,
      rewrite: (root) => references.extract(root, kind),
      ...(kind === 'pathItem' ? { since: '3.1' } : {}),
    },
    { name: `${kind} behind a reference`, rewrite: (root) => references.chain(root, kind) },
  ]),
  { name: 'everything inlined', rewrite: (root) => references.inlineAll(root) },
  {
    name: 'references percent-encoded',
    rewrite: (root) => references.respellReferences(root, references.percentEncoded),
  },
  { name: 'components renamed', rewrite: renaming.renameComponents },
  { name: 'security schemes renamed', rewrite: renaming.renameSecuritySchemes },
  {
    name: 'security scheme behind a reference',
    rewrite: (root) => references.chain(root, 'securityScheme'),
  },
  {
    name: 'a component that nobody uses',
    rewrite: (root) => references.withComponents(root, 'schemas', { NobodyUsesThis: unused }),
  },
  { name: 'enum as oneOf', rewrite: schemas.enumAsUnion('oneOf') },
  { name: 'enum as anyOf', rewrite: schemas.enumAsUnion('anyOf') },
  { name: 'enum as const', rewrite: schemas.enumAsConst, since: '3.1' },
  { name: 'type as list', rewrite: schemas.typeAsList, since: '3.1' },
  { name: 'types as anyOf', rewrite: schemas.typesAsUnion, since: '3.1' },
  { name: 'null as anyOf', rewrite: schemas.nullAsUnion('anyOf'), since: '3.1' },
  { name: 'null as oneOf', rewrite: schemas.nullAsUnion('oneOf'), since: '3.1' },
  ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((kind): Rewriting[] => [
    { name: `wrapped in ${kind}`, rewrite: compositions.wrap(kind, true) },
    { name: `wrapped in ${kind}, words outside`, rewrite: compositions.wrap(kind, false) },
  ]),
  { name: 'compositions of one unwrapped', rewrite: compositions.unwrap },
  { name: 'allOf nested', rewrite: compositions.nest('allOf') },
  { name: 'anyOf nested', rewrite: compositions.nest('anyOf') },
  { name: 'objects of allOf merged', rewrite: compositions.mergeObjects },
  { name: 'objects split', rewrite: compositions.splitObjects },
  { name: 'keywords spread', rewrite: compositions.spreadKeywords },
  { name: 'defaults of schemas', rewrite: schemas.writeDefaults },
  { name: 'schemas that accept everything', rewrite: schemas.writeTrivia },
  { name: 'exclusive limits', rewrite: schemas.exclusiveLimits, since: '3.1' },
  { name: 'marked limits', rewrite: schemas.markedLimits, until: '3.0' },
  { name: 'references in allOf', rewrite: schemas.besideReference, since: '3.1' },
  { name: 'defaults of operations', rewrite: operations.writeOperationDefaults },
  { name: 'servers at operations', rewrite: operations.repeatServers },
  { name: 'parameters inside', rewrite: operations.parametersInside },
  { name: 'parameters outside', rewrite: operations.parametersOutside },
  { name: 'other case', rewrite: operations.otherCase },
  { name: 'example as examples', rewrite: operations.exampleAsExamples },
]

/** The spellings that a document can have. */
export function rewritingsFor(root: unknown): readonly Rewriting[] {
  return rewritings.filter(({ since, until }) => (isOld(root) ? since === undefined : until === undefined))
}

export { renamePathParameters } from './operations.js'
export { upgrade } from './upgrade.js'
export { settled } from './references.js'
