import { endOfReferences, once, type Schemas } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import {
  fitted,
  identitiesIn,
  isPlain,
  lastNoun,
  nameKey,
  type PlainValue,
  propertiesOf,
  singular,
  typesOf,
} from './names.js'
import { valuesByName, valuesInTarget } from './paths.js'

/** An operation that deletes what its body names: `DELETE /pets`, or `POST /pets/delete`, with `{ ids: [1] }`. */
export interface BodyDeletion {
  readonly operation: Operation
  /** The path of the list whose things it deletes. */
  readonly listPath: string
  /** The member of the body that names them; absent where the body is a list of ids. */
  readonly member?: string
  readonly isList: boolean
  /** The schema of one id. */
  readonly id: JsonSchema | undefined
}

const deletingVerb = /\/(?:(?:batch|bulk)[-_]?)?(?:delete|remove|destroy)(?:[-_]?(?:batch|bulk|many))?\/?$/i

const isOfId = (schema: JsonSchema | undefined, schemas: Schemas): boolean => {
  const types = typesOf(schema, schemas)
  return types.length > 0 && types.every((one) => one === 'string' || one === 'integer')
}

const itemsOf = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined => {
  const end = endOfReferences(schema, schemas)
  return typeof end === 'object' ? end.items : undefined
}

/** How a body names what is deleted; undefined where it does not, or says more than that. */
const namingIn = (
  schema: JsonSchema | undefined,
  schemas: Schemas,
): Pick<BodyDeletion, 'member' | 'isList' | 'id'> | undefined => {
  const items = itemsOf(schema, schemas)
  if (items !== undefined) return isOfId(items, schemas) ? { isList: true, id: items } : undefined
  const end = endOfReferences(schema, schemas)
  const { required = [] } = typeof end === 'object' ? end : {}
  const members = Object.entries(propertiesOf(schema, schemas))
  const [[member, own] = [], ...others] = members.filter(
    ([name]) => required.length === 0 || required.includes(name),
  )
  if (member === undefined || others.length > 0) return undefined
  const id = itemsOf(own, schemas) ?? own
  return isOfId(id, schemas) ? { member, isList: id !== own, id } : undefined
}

const deletionsIn = once((operations: readonly Operation[]) =>
  once((schemas: Schemas): readonly BodyDeletion[] =>
    operations.flatMap((operation) => {
      const { method, path, parameters, requestBody } = operation
      const listPath = path.replace(deletingVerb, '')
      const isOfMany = method === 'delete' || (method === 'post' && listPath !== path)
      const wantsMore = parameters.some((one) => one.in === 'query' && one.required)
      if (!isOfMany || wantsMore || listPath.endsWith('}')) return []
      const naming = namingIn(requestBody?.content['application/json']?.schema, schemas)
      // A single value in the body of a DELETE may be an option of the deletion of all.
      return naming && (naming.isList || method === 'post') ? [{ operation, listPath, ...naming }] : []
    }),
  ),
)

/** The operations of a document that delete what their bodies name. Cached by identity. */
export function bodyDeletionsIn(operations: readonly Operation[], schemas: Schemas): readonly BodyDeletion[] {
  return deletionsIn(operations)(schemas)
}

/** The name of the id that a deletion takes: `username` of `usernames`, `id` of `ids`. */
const idNameOf = ({ member = 'id' }: BodyDeletion): string => singular(member)

/** The path that a thing of such a list would have: `/users/{username}` where `DELETE /users` takes `usernames`. */
export function itemPathOfList(deletion: BodyDeletion): string {
  return `${deletion.listPath}/{${idNameOf(deletion)}}`
}

/** The values of the path of a deletion, where a target below the base URL is that of its list. */
export function valuesOfList(
  { listPath }: BodyDeletion,
  target: string,
): Record<string, unknown> | undefined {
  const values = valuesInTarget(listPath, target)
  return values && valuesByName(listPath, values)
}

/** The values by which a deletion may name a thing, best first: its id, or else its name. */
export function namesOf(
  deletion: BodyDeletion,
  thing: Readonly<Record<string, unknown>>,
  schemas: Schemas,
): readonly PlainValue[] {
  const name = idNameOf(deletion)
  const noun = lastNoun(deletion.listPath)
  const ids = identitiesIn(
    thing,
    { name, ...(deletion.id !== undefined && { schema: deletion.id }) },
    [noun],
    schemas,
  )
  const named = Object.entries(thing).filter(([one]) =>
    [`${noun}name`, `${noun} name`].includes(nameKey(one)),
  )
  return [...new Set([...ids.map(({ value }) => value), ...named.map(([, value]) => value).filter(isPlain)])]
}

/** The body that names one thing alone; undefined where the document does not take such an id. */
export function bodyNaming(
  { member, isList, id }: BodyDeletion,
  value: PlainValue,
  schemas: Schemas,
): unknown {
  const own = fitted(value, id, schemas)
  if (own === undefined || own === '') return undefined
  const named = isList ? [own] : own
  return member === undefined ? named : { [member]: named }
}
