import { groupedBy } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import type { Kinds } from '../pool/kinds.js'
import { nounIn, propertiesOf, typesOf } from '../resources/names.js'

const rank = ({ method, path }: Operation): number => {
  const needsId = path.includes('{')
  if (method === 'get') return needsId ? 3 : 0
  if (method === 'post') return needsId ? 2 : 1
  if (method === 'delete') return 6
  return method === 'put' || method === 'patch' ? 4 : 5
}

const depth = ({ path }: Operation): number => path.split('/').length

/** The nouns of what a new thing belongs to, by the members of its body; a list may be left empty. */
const nounsOfOwners = ({ requestBody }: Operation, { surface: { schemas } }: Api): readonly string[] =>
  Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(propertiesOf(schema, schemas)).flatMap(([name, one]) =>
      typesOf(one, schemas).includes('array') ? [] : [nounIn(name)],
    ),
  )

/** How many creations come before one, because each makes what the next one belongs to. */
const stepOf = (api: Api, kinds: Kinds) => {
  const known = new Map<Operation, number>()
  const step = (operation: Operation): number => {
    const found = known.get(operation)
    if (found !== undefined) return found
    // In a circle, the one that is looked at first comes last.
    known.set(operation, 0)
    if (operation.method !== 'post' || operation.path.includes('{')) return 0
    const owners = nounsOfOwners(operation, api)
      .flatMap((noun) => kinds.creatable(noun))
      .flatMap(({ creates }) => creates)
      .filter((one) => one !== operation && !one.path.includes('{'))
    const own = Math.max(0, ...owners.map((one) => step(one) + 1))
    known.set(operation, own)
    return own
  }
  return step
}

/**
 * Groups of operations that may run concurrently, in the order in which they are first called: lists before writes, so
 * that ids are known; then creations, outermost first, and owners before what belongs to them, so that nothing is added
 * to things that were there before; then operations that need ids; deletions last.
 */
export function callGroups(api: Api, kinds: Kinds): Iterable<readonly Operation[]> {
  const step = stepOf(api, kinds)
  const ordered = api.operations.toSorted(
    (a, b) => rank(a) - rank(b) || step(a) - step(b) || depth(a) - depth(b),
  )
  return groupedBy(ordered, (one) => `${rank(one)} ${step(one)} ${depth(one)}`).values()
}
