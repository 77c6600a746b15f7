import type { Operation } from '../../runtime/surface.js'
import type { ParameterValues } from '../model/call.js'
import type { Resource } from '../resources/resources.js'
import { parametersIn } from '../resources/shapes.js'
import { createAgain, judgeCreationsBeside, judgeUpdatesBeside } from './beside.js'
import { judgeGone, useDeleted } from './gone.js'
import { judgeFilters } from './filters.js'
import { judgeLinks } from './links.js'
import { judgeListed, judgeUnlisted } from './listed.js'
import { type ListOf, readPage } from './pages.js'
import { judgePaging, pageSize } from './paging.js'
import { parentPath } from './parents.js'
import { judgeLocation, judgeReadable, judgeSafety } from './readable.js'
import { create, pathOf, read, type Subject } from './subject.js'
import { Updates } from './updates.js'
import { variationOf } from './variation.js'
import type { Asking, Walk } from './walk.js'

/** What sequences of one kind of thing are given. */
export interface Stage {
  readonly walk: Walk
  readonly resource: Resource
  readonly resources: readonly Resource[]
  /** How often they were gone through before: bodies differ from time to time. */
  readonly round: number
}

const bodies: readonly Asking[] = [{}, { smallest: true }, {}]

/** Creates things by one operation, some more if the first is refused; fewer where services refuse. @throws Stopped */
const createSome = async (
  { walk, resource, round }: Stage,
  operation: Operation,
  path: ParameterValues,
  count: number,
): Promise<Subject[]> => {
  const made: Subject[] = []
  for (let attempt = 0; attempt < count + 2 && made.length < count; attempt++) {
    const chosen = bodies[(attempt + round) % bodies.length] ?? {}
    // Filters show themselves where things differ. After a refusal nothing is asked for.
    const body =
      attempt > made.length ? {} : variationOf(operation, walk.explorer.api.surface.schemas, attempt, true)
    const asking: Asking = chosen.smallest === true ? chosen : { ...chosen, body }
    const subject = await create(walk, resource, operation, { ...asking, path })
    if (subject) made.push(subject)
  }
  return made
}

/** Things below another are there when it is deleted: one of each kind. @throws Stopped */
const createBelow = async ({ walk, resources }: Stage, { values, resource }: Subject): Promise<void> => {
  const below = resources.flatMap((one) =>
    one.creates
      .filter(
        (operation) =>
          resource.below.includes(operation) && parametersIn(operation.path).length === values.length,
      )
      .map((operation) => ({ one, operation })),
  )
  for (const { one, operation } of below.slice(0, 3))
    await create(walk, one, operation, { path: pathOf(operation, values) })
}

/** A thing from its creation to after its end, with another beside it that nothing is to happen to. @throws Stopped */
export async function liveThrough(stage: Stage): Promise<void> {
  const { walk, resource, resources } = stage
  for (const operation of resource.creates.slice(0, 2)) {
    const path = await parentPath(walk, operation, resources)
    const [subject, bystander] = path ? await createSome(stage, operation, path, 2) : []
    if (!subject) continue
    const seen = await judgeReadable(walk, subject)
    if (seen?.thing) await judgeSafety(walk, subject, seen)
    // Whatever else is looked at would show the same defect again.
    if (walk.isSuspicious) return
    await judgeLocation(walk, subject)
    await judgeLinks(walk, subject.made)
    if (seen?.thing) {
      await judgeLinks(walk, seen.by)
      await judgeListed(walk, subject, seen)
      await new Updates(walk, subject, bystander).run()
    }
    await createBelow(stage, subject)
    const deleted = await judgeGone(walk, subject, bystander)
    if (!deleted) continue
    await useDeleted(walk, subject, deleted)
    await judgeUnlisted(walk, subject, deleted.before)
  }
}

/** Things that are created, and changed, at the same time. @throws Stopped */
export async function liveBeside(stage: Stage): Promise<void> {
  const { walk, resource, resources } = stage
  const [operation] = resource.creates
  const path = operation && (await parentPath(walk, operation, resources))
  if (!operation || !path) return
  const [subject, ...others] = await judgeCreationsBeside(walk, resource, operation, { path })
  if (!subject || walk.isSuspicious) return
  const last = others.at(-1) ?? subject
  const seen = await read(walk, last)
  if (seen?.thing) await judgeListed(walk, last, seen)
  await judgeUpdatesBeside(walk, subject)
  await createAgain(walk, subject)
}

/** The lists of a kind of thing: their pages, and their filters. @throws Stopped */
export async function goThroughLists(stage: Stage): Promise<void> {
  const { walk, resource, resources } = stage
  for (const operation of resource.lists.slice(0, 3)) {
    if (operation.parameters.some((one) => one.in === 'query' && one.required)) continue
    const create = resource.creates.find((one) => one.path === operation.path) ?? resource.creates[0]
    const own =
      create && create.path === operation.path ? await parentPath(walk, create, resources) : undefined
    const path = own ?? walk.pool.pathsFor(operation)[0] ?? {}
    if (parametersIn(operation.path).some((name) => path[name] === undefined)) continue
    const list: ListOf = { resource, operation, path }
    if (create && (own || parametersIn(create.path).length === 0)) await fill(stage, create, list)
    await judgePaging(walk, list)
    await judgeFilters(walk, list)
  }
}

/** Makes a list long enough for several pages, and varied enough for filters. */
const fill = async (stage: Stage, operation: Operation, list: ListOf): Promise<void> => {
  const page = await readPage(stage.walk, list, { query: {} })
  const wanted = (pageSize(stage.walk, list) ?? 1) * 2 + 1
  const lacking = Math.max(0, wanted - (page?.things.length ?? 0))
  if (page && lacking > 0) await createSome(stage, operation, list.path, lacking)
}
