import type { JsonObject } from '../../document/index.js'
import { isMarkedDeleted } from './gone.js'
import { type ListOf, type Page, visitAll, type Visited } from './pages.js'
import { areRelated, faithfulMembers } from './related.js'
import { nameOf, pathOf, type Seen, type Subject } from './subject.js'
import type { Walk } from './walk.js'

const visible =
  /status|state|publi|visib|active|enabled|hidden|draft|archiv|private|approved|verified|deleted/i

/** The lists in which a thing may stand: those that can be asked for without a filter. */
export function listsOf(subject: Subject): ListOf[] {
  const { resource, values, made } = subject
  const isOpen = ({ parameters }: ListOf['operation']): boolean =>
    parameters.every((one) => one.in !== 'query' || !one.required)
  return resource.lists.filter(isOpen).flatMap((operation) => {
    const isNested = operation.path === made.case.call.operation.path
    const path = isNested ? made.case.call.path : pathOf(operation, values)
    const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
    return names.every((name) => path[name] !== undefined) ? [{ resource, operation, path }] : []
  })
}

const idOf = ({ values }: Subject): string => String(values.at(-1))

const pageWith = ({ pages }: Visited, id: string): Page | undefined =>
  pages.find(({ things }) => things.some(([one]) => one === id))

/** Whether a list may leave a thing out for what it is: it differs from all that are listed in who may see it. */
const mayBeLeftOut = (thing: JsonObject, { pages }: Visited): boolean => {
  const listed = pages.flatMap(({ things }) => things.map(([, one]) => one))
  const own = Object.keys(thing).filter((name) => visible.test(name))
  return own.some((name) => listed.every((one) => !areRelated(one[name], thing[name])))
}

const isListed = (visited: Visited, thing: JsonObject, id: string): boolean =>
  !visited.isWhole || pageWith(visited, id) !== undefined || mayBeLeftOut(thing, visited)

/** A created thing is in the list of its collection, as reading it shows it. @throws Stopped */
export async function judgeListed(walk: Walk, subject: Subject, seen: Seen): Promise<void> {
  const { thing } = seen
  if (!thing) return
  for (const list of listsOf(subject)) {
    const look = (): Promise<Visited> => visitAll(walk, list)
    const id = idOf(subject)
    const visited = await walk.settle(await look(), (one) => isListed(one, thing, id), look)
    const last = pageWith(visited, id) ?? visited.pages.at(-1)
    if (!last || (!visited.isWhole && !pageWith(visited, id))) continue
    walk.judged('state/listed', last.by)
    const steps = [subject.made, seen.by, last.by]
    const name = nameOf(list.operation)
    if (!isListed(visited, thing, id))
      walk.suspect({
        rule: 'state/listed',
        message: `${name} does not list what ${nameOf(subject.made.case.call.operation)} created`,
        expected: 'The list contains it.',
        cause: `not listed ${name}`,
        steps,
      })
    const listed = last.things.find(([one]) => one === id)?.[1]
    const names = faithfulMembers(subject.sent, thing)
    const other = names.find(
      (one) => listed && Object.hasOwn(listed, one) && !areRelated(listed[one], thing[one]),
    )
    if (other === undefined) continue
    walk.suspect({
      rule: 'state/listed',
      message: `${name} shows another "${other}" than reading the thing does`,
      expected: 'A list shows a thing as it is.',
      cause: `listed otherwise ${name}`,
      steps,
    })
  }
}

/** A deleted thing is no longer listed. @throws Stopped */
export async function judgeUnlisted(walk: Walk, subject: Subject, before: JsonObject): Promise<void> {
  const id = idOf(subject)
  const { remove } = subject.resource
  for (const list of listsOf(subject)) {
    const look = (): Promise<Visited> => visitAll(walk, list)
    const stillIn = (visited: Visited): JsonObject | undefined => {
      const thing = pageWith(visited, id)?.things.find(([one]) => one === id)?.[1]
      return thing && !isMarkedDeleted(before, { ...before, ...thing }) ? thing : undefined
    }
    const visited = await walk.settle(await look(), (one) => stillIn(one) === undefined, look)
    const by = (pageWith(visited, id) ?? visited.pages.at(-1))?.by
    if (!by || !remove) continue
    walk.judged('state/gone', by)
    if (stillIn(visited) === undefined) continue
    walk.suspect({
      rule: 'state/gone',
      message: `${nameOf(list.operation)} still lists what ${nameOf(remove)} deleted`,
      expected: 'The list no longer contains it.',
      cause: `still listed ${nameOf(list.operation)}`,
      steps: [subject.made, by],
    })
  }
}
