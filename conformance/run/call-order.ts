import { groupedBy } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { type Api, requiredQuery } from '../model/case.js'
import type { Kinds } from '../pool/kinds.js'
import { mayBeId, nameKey, nounIn, propertiesOf, typesOf } from '../resources/names.js'
import type { Resource } from '../resources/resources.js'

/** The rank of creations, which come after lists and before what needs ids. */
const creating = 1

/** Paths of logins, which need an account that the run created. */
const login = /[/:](?:(?:log-?in|sign-?in|authenticate)(?:\/[^/]+)?|(?:access-?)?tokens?|sessions?)\/?$/i

// By path and method only, because the parts of an operation load lazily, and this would load them all.
const rank = ({ method, path }: Operation): number => {
  const needsId = path.includes('{')
  if (method === 'get') return needsId ? 3 : 0
  if (method === 'post') return needsId || login.test(path) ? 2 : creating
  if (method === 'delete') return 6
  return method === 'put' || method === 'patch' ? 4 : 5
}

const depth = ({ path }: Operation): number => path.split('/').length

/** The nouns that the members of a body, and required parameters, may refer to; a list may be left empty. */
const nounsSentTo = (
  operation: Operation,
  { surface: { schemas } }: Api,
  kinds: Kinds,
): ReadonlySet<string> => {
  const { requestBody } = operation
  const members = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(propertiesOf(schema, schemas)),
  )
  const single = members.filter(([, schema]) => !typesOf(schema, schemas).includes('array'))
  const names = [...single.map(([name]) => name), ...requiredQuery(operation).map(({ name }) => name)]
  const ids = single.filter(([, schema]) => mayBeId(schema, schemas))
  const longer = ids.flatMap(([name]) => kinds.longerNouns(nounIn(name), operation))
  const types = kinds.typedReferences(operation).flatMap((one) => one.types)
  return new Set([...names.map(nounIn), ...longer, ...types.map(nameKey)])
}

/** The kinds that nouns mean, as the lists show that were read by then. */
type Meaning = (nouns: readonly string[]) => readonly Resource[]

// Creations in groups, those first that refer to nothing that another one creates: some services take what a body
// refers to from the thing that has it, so the run refers to its own.
const inOrderOfReferences = function* (
  creations: readonly Operation[],
  api: Api,
  kinds: Kinds,
  meaning: Meaning,
): Iterable<readonly Operation[]> {
  const kindsIn = (noun: string): readonly Resource[] => {
    const meant = meaning([noun])
    // An id may be of several kinds whose things are counted.
    return meant.length === 1 || meant.some(({ nouns }) => nouns.includes(noun)) ? meant : []
  }
  const referred = new Map(
    creations.map((one) => {
      const others = [...nounsSentTo(one, api, kinds)].flatMap(kindsIn)
      return [one, others.flatMap(({ creates, createsMany }) => creates.concat(createsMany))]
    }),
  )
  let left = new Set(creations)
  while (left.size > 0) {
    const isFree = (one: Operation): boolean =>
      referred.get(one)?.every((other) => other === one || !left.has(other)) ?? true
    const free = [...left].filter(isFree)
    // Those that refer to each other come in any order.
    const next = new Set(free.length > 0 ? free : left)
    yield [...next]
    left = new Set([...left].filter((one) => !next.has(one)))
  }
}

/**
 * Groups operations by the order in which they are first called: lists before writes, so that ids are known; then
 * creations; then operations that need ids, outermost first; deletions last.
 * @yields operations that may be called concurrently
 */
export function* callGroups(api: Api, kinds: Kinds, meaning: Meaning): Iterable<readonly Operation[]> {
  const ordered = api.operations.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b))
  const groups = groupedBy(ordered, (one) =>
    rank(one) === creating ? 'creating' : `${rank(one)} ${depth(one)}`,
  )
  for (const [key, group] of groups)
    if (key === 'creating') yield* inOrderOfReferences(group, api, kinds, meaning)
    else yield group
}
