import { isObject, type Location } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { isMarkedOpen } from '../reading/schema.js'
import * as discriminators from './discriminators.js'
import { type Facts, says } from './facts.js'
import * as locations from './locations.js'
import * as schemas from './schemas.js'

/** A construct for which openapi-typescript prints types that are wrong or do not compile. */
export interface Construct {
  readonly id: string
  /** The construct, as a message names it. */
  readonly name: string
  /** The defect in the library. */
  readonly reason: string
  /** Whether a location of a document has the construct. */
  readonly isAt: (location: Location, facts: Facts) => boolean
}

const inSchema =
  (test: (schema: RawObject, facts: Facts) => boolean): Construct['isAt'] =>
  ({ node, kind }, facts) =>
    kind === 'schema' && isObject(node) && test(node, facts)

const schema = (
  id: string,
  name: string,
  reason: string,
  test: (schema: RawObject, facts: Facts) => boolean,
): Construct => ({ id, name, reason, isAt: inSchema(test) })

const tagged: readonly Construct[] = [
  schema(
    'discriminator-any-of',
    'a discriminator of anyOf',
    'it leaves the branches without tags',
    discriminators.isTaggedAnyOf,
  ),
  schema(
    'discriminator-mapping',
    'a discriminator without a whole mapping',
    'it writes the name of the schema for the value of the tag, and fails at mappings to short names',
    discriminators.isUnmapped,
  ),
  schema(
    'discriminator-optional',
    'a tag that is not required',
    'it makes the tag mandatory',
    discriminators.isTagOptional,
  ),
  schema(
    'discriminator-branch',
    'a discriminator that selects no plain object',
    'it leaves the branch without a tag',
    discriminators.isBranchUnfit,
  ),
  schema(
    'discriminator-other',
    'a schema that has other tags than its union gives it',
    'it writes the tag of the union that it meets first over what the schema says',
    discriminators.isTagOther,
  ),
]

const composed: readonly Construct[] = [
  schema(
    'required-elsewhere',
    'required, of a member that is described elsewhere',
    'it leaves the member optional, or unknown',
    schemas.isRequiredElsewhere,
  ),
  schema('reference-siblings', 'siblings of $ref', 'it prints the reference alone', schemas.hasSiblings),
  schema(
    'null-beside',
    'a list of types with null beside allOf or oneOf',
    'it takes null away again',
    schemas.isNullLost,
  ),
  schema('any-of-beside', 'anyOf beside more', 'it prints either, not both', schemas.isAnyOfBeside),
  schema(
    'one-of-beside',
    'oneOf of simple types beside more',
    'it prints either, not both',
    schemas.isSimpleBeside,
  ),
  schema('boolean-member', 'true or false in a composition', 'it fails', schemas.isMemberBoolean),
  {
    id: 'long-chain',
    name: 'a long chain of references',
    reason: 'the compiler follows it until its stack is full',
    isAt: locations.isChainLong,
  },
]

const members: readonly Construct[] = [
  schema(
    'direction',
    'readOnly or writeOnly',
    'it prints one type for requests and responses',
    schemas.isDirected,
  ),
  schema(
    'index-narrow',
    'members without a name whose type excludes those with one',
    'it intersects the types, so that no literal fits',
    schemas.isIndexNarrow,
  ),
  schema('unevaluated', 'unevaluatedProperties', 'it does not read the keyword', schemas.isUnevaluated),
  schema(
    'inner-schemas',
    '$defs inside a schema',
    'it demands a member of the name $defs',
    schemas.hasInnerSchemas,
  ),
  schema('open-enum', 'x-extensible-enum', 'it closes what the document leaves open', (node) =>
    isMarkedOpen(node),
  ),
  schema(
    'enum-unread',
    'an enumeration of objects, or of nothing',
    'it fails, or takes the values for schemas',
    schemas.isEnumUnread,
  ),
  schema(
    'odd-value',
    'null or no number as a constant',
    'it prints unknown, or no literal',
    schemas.isValueOdd,
  ),
]

const lists: readonly Construct[] = [
  schema('tuple', 'prefixItems', 'it demands every item and allows no more', schemas.isTuple),
  schema('implied-list', 'items without a type', 'it prints unknown', schemas.isTypeImplied),
  schema(
    'flattened-list',
    'items that are lists by way of a composition',
    'it takes the items for the list',
    schemas.isListFlattened,
  ),
  schema(
    'empty-type',
    'a type of null that is no string',
    'it prints an object',
    (node) => 'type' in node && !says(node, 'type'),
  ),
]

const around: readonly Construct[] = [
  {
    id: 'deep-reference',
    name: 'a reference into a component',
    reason: 'it looks up members by the path, which types need not have',
    isAt: locations.isDeepReference,
  },
  {
    id: 'alias',
    name: 'a component that is a reference',
    reason: 'it prints nothing of what is referred to',
    isAt: locations.isAlias,
  },
  { id: 'empty', name: 'null in the place of an object', reason: 'it fails', isAt: locations.isEmpty },
  {
    id: 'extension',
    name: 'an extension among names',
    reason: 'it takes the extension for a path, a status or a media type',
    isAt: locations.isExtension,
  },
  {
    id: 'escaped-name',
    name: 'a name with a percent or hash sign',
    reason: 'it reads the name as escaped',
    isAt: locations.isNameEscaped,
  },
  {
    id: 'operation-id',
    name: 'an operationId that is not unique',
    reason: 'it declares the operation twice, which does not compile',
    isAt: locations.isIdOdd,
  },
  {
    id: 'content-parameter',
    name: 'a parameter with content',
    reason: 'it prints string',
    isAt: locations.isContentParameter,
  },
  { id: 'sequence', name: 'itemSchema', reason: 'it prints unknown', isAt: locations.isSequence },
]

/** Every construct for which the library is not used; where its output differs from ours, the reason is here. */
export const constructs: readonly Construct[] = [...members, ...composed, ...tagged, ...lists, ...around]
