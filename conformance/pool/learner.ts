import { jsonBody } from '../exchange/exchange.js'
import type { Call } from '../model/call.js'
import type { Observed } from '../model/observed.js'
import { thingsIn } from '../resources/envelope.js'
import type { Resource } from '../resources/resources.js'
import { shapeOf } from '../resources/shapes.js'
import { addressesIn, addressOf, deleteOperationOf } from './addresses.js'
import { createdAddresses } from './creations.js'
import { harvest } from './harvest.js'
import type { Memory } from './memory.js'
import { asCreated, type KnownThing } from './things.js'

/** The thing whose own path a call has. */
const thingOf = (call: Call, { things }: Memory): KnownThing | undefined => {
  const address = addressesIn(call).at(-1)
  const isOwn = address !== undefined && shapeOf(address.itemPath) === shapeOf(call.operation.path)
  return isOwn ? things.find(shapeOf(address.itemPath), address.values) : undefined
}

const create = (resource: Resource, values: readonly unknown[], observed: Observed, memory: Memory): void => {
  const thing = memory.things.see(resource.itemPath, values, observed.exchange.sentAt)
  if (thing.created && !thing.isDeleted) return
  thing.isDeleted = false
  thing.isHeld = memory.held.has(observed.case)
  const remove = deleteOperationOf(resource, memory.api.surface.operations)
  const created = asCreated(thing, memory.api, observed, remove)
  memory.created.push(created)
  memory.byObserved.set(observed, [...(memory.byObserved.get(observed) ?? []), created])
}

const learnList = (resource: Resource, observed: Observed, memory: Memory): void => {
  const body = jsonBody(observed.exchange.response)
  for (const thing of thingsIn(body, resource.nouns[0] ?? '', 'list').things) {
    const values = addressOf(thing, resource, observed)
    if (values) memory.things.see(resource.itemPath, values, observed.exchange.sentAt)
  }
}

/** A PUT to an address of its own creates what is there from then on. */
const learnPut = (observed: Observed, memory: Memory): void => {
  const { call } = observed.case
  if (call.operation.method !== 'put' || observed.exchange.response.status !== 201) return
  const [resource, address] = [memory.resourceAt(call.operation.path), addressesIn(call).at(-1)]
  if (resource && address) create(resource, address.values, observed, memory)
}

const learnBody = (observed: Observed, memory: Memory): void => {
  const { operation } = observed.case.call
  for (const { resource, role } of memory.rolesOf(operation)) {
    if (role === 'list') learnList(resource, observed, memory)
    else
      for (const values of createdAddresses(resource, observed, memory.things))
        create(resource, values, observed, memory)
  }
  learnPut(observed, memory)
  harvest(jsonBody(observed.exchange.response), memory.nounOf(operation), memory)
}

const forget = (thing: KnownThing | undefined): void => {
  if (!thing) return
  thing.isDeleted = true
  if (thing.created) thing.created.isDeleted = true
}

/** Keeps what an answer shows. Refusals show nothing, but for things that are not there. */
export function learn(observed: Observed, memory: Memory): void {
  const { case: sent, exchange } = observed
  const { status } = exchange.response
  const method = exchange.request.method.toLowerCase()
  // What the run created stays known: it may come yet, and it is to be deleted in any case.
  const isMissing = method === 'get' && (status === 404 || status === 410)
  const missing = isMissing ? thingOf(sent.call, memory) : undefined
  if (missing && !missing.created) forget(missing)
  if (status < 200 || status > 299 || method !== sent.call.operation.method) return
  for (const { itemPath, values } of addressesIn(sent.call))
    memory.things.see(itemPath, values, exchange.sentAt)
  if (method === 'delete') forget(thingOf(sent.call, memory))
  else learnBody(observed, memory)
}
