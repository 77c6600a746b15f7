import { headerValue } from '../exchange/exchange.js'
import type { JsonObject } from '../../document/index.js'
import type { Observed } from '../model/observed.js'
import { targetOfReference, valuesInTarget } from '../resources/shapes.js'
import { causes } from './causes.js'
import { areRelated, faithfulMembers, unrelatedMembers } from './related.js'
import { isMissing, nameOf, pathOf, read, type Seen, type Subject } from './subject.js'
import type { Walk } from './walk.js'

/** What takes its time says so in a member like this. */
const pending =
  /^(pending|processing|queued|creating|provisioning|in[_ -]?progress|scheduled|deleting|draft)$/i

/** Whether a thing says that it is not finished. */
export function isPending(thing: JsonObject | undefined): boolean {
  return Object.values(thing ?? {}).some((value) => typeof value === 'string' && pending.test(value))
}

const readBackOtherwise = ({ sent, answered = {} }: Subject, thing: JsonObject): string[] => {
  const claimed = faithfulMembers(sent, answered)
  return claimed.filter((name) => Object.hasOwn(thing, name) && !areRelated(answered[name], thing[name]))
}

const isFine = (subject: Subject, seen: Seen | undefined): boolean =>
  !seen || (!isMissing(seen.by) && (!seen.thing || readBackOtherwise(subject, seen.thing).length === 0))

/** A created thing is read, with what its creation was answered with. Gives what was read. @throws Stopped */
export async function judgeReadable(walk: Walk, subject: Subject): Promise<Seen | undefined> {
  const look = (): Promise<Seen | undefined> => read(walk, subject)
  const first = await look()
  if (!first || isPending(subject.answered)) return first
  const seen = await walk.settle<Seen | undefined>(first, (one) => isFine(subject, one), look)
  if (!seen) return first
  const create = nameOf(subject.made.case.call.operation)
  const steps = [subject.made, seen.by]
  walk.judged('state/readable', seen.by)
  if (isMissing(seen.by))
    walk.suspect({
      rule: 'state/readable',
      message: `what ${create} created is not found when it is read`,
      expected: 'It is read at once, with the values that it was created with.',
      cause: causes.notReadable(subject.made.case.call.operation),
      steps,
    })
  const [name] = seen.thing ? readBackOtherwise(subject, seen.thing) : []
  if (name !== undefined)
    walk.suspect({
      rule: 'state/readable',
      message: `"${name}" is read with another value than ${create} was sent and answered with`,
      expected: `"${name}" reads as the answer to its creation shows it.`,
      cause: causes.readsOtherwise(subject.made.case.call.operation),
      steps,
    })
  return seen
}

/** The Location of a creation leads to what it created. @throws Stopped */
export async function judgeLocation(walk: Walk, { made, resource, values }: Subject): Promise<void> {
  const { response, request } = made.exchange
  const location = response.status === 201 ? headerValue(response.headers, 'location') : undefined
  const { baseUrl } = walk.explorer.api
  const target = location === undefined ? undefined : targetOfReference(location, request.url, baseUrl)
  const { read: operation } = resource
  // Of addresses that the document does not have nothing is known: a page for people may be there.
  if (target === undefined || !operation || !valuesInTarget(operation.path, target)) return
  const path = pathOf(operation, values)
  const look = (): Promise<Observed | undefined> => walk.call(operation, { path, target, smallest: true })
  const first = await look()
  if (!first) return
  const seen =
    (await walk.settle<Observed | undefined>(first, (one) => !one || !isMissing(one), look)) ?? first
  walk.judged('state/readable', seen)
  const name = nameOf(made.case.call.operation)
  if (isMissing(seen))
    walk.suspect({
      rule: 'state/readable',
      message: `the Location header of ${name} leads to nothing`,
      expected: 'Location is the address of what was created.',
      cause: `location ${name}`,
      steps: [made, seen],
    })
}

/** Reading twice, and side by side, shows the same. @throws Stopped */
export async function judgeSafety(walk: Walk, subject: Subject, seen: Seen): Promise<void> {
  if (!seen.thing) return
  const names = faithfulMembers(subject.sent, seen.thing)
  const again = await read(walk, subject)
  const beside = again
    ? await Promise.all([read(walk, subject), read(walk, subject), read(walk, subject)])
    : []
  for (const other of [again, ...beside].filter((one) => one !== undefined)) {
    walk.judged('state/safe-methods', other.by)
    const [changed] = other.thing ? unrelatedMembers(seen.thing, other.thing, names) : []
    if (changed === undefined && !isMissing(other.by)) continue
    const operation = nameOf(other.by.case.call.operation)
    walk.suspect({
      rule: 'state/safe-methods',
      message: isMissing(other.by)
        ? `${operation} finds a thing once, and not the next time`
        : `${operation} shows another "${String(changed)}" the next time, though nothing changed it`,
      expected: 'Reading a thing changes nothing of it.',
      cause: causes.readingChanges(other.by.case.call.operation),
      steps: [subject.made, seen.by, other.by],
    })
    return
  }
}
