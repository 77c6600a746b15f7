import { fastify } from 'fastify'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { tableIn } from '../table.js'
import { type Asked, notFound } from './handling.js'
import { Collection, type InventoryRecord } from './records.js'

/** Faults of the depot, with the rule that reports each. */
export const depotFaults = {
  'nested member is not stored': 'state/updated',
  'nested member reads otherwise': 'state/readable',
  'wrapped PUT changes nothing': 'state/updated',
  'put thing is not there': 'state/readable',
  'put thing stays after its deletion': 'state/gone',
  'deletion of a put thing takes all': 'state/gone',
  'policy is not stored': 'state/updated',
  'settings are not stored': 'state/updated',
  'update brings back what was deleted': 'state/gone',
  'third update is lost': 'state/updated',
  'deletion undoes the update of another': 'state/gone',
  'update makes another be listed no more': 'state/listed',
} as const satisfies Readonly<Record<string, ExploreRuleId>>

/** Permitted behaviour of some services. */
export const depotOddities = [
  'PATCH creates what is not there',
  'PUT of what is not there is refused',
  'nested objects are replaced',
  'settings are refused',
  'updates answer with nothing',
  'ids are given again',
  'a shelf has room for one crate',
] as const

export type DepotFault = keyof typeof depotFaults | (typeof depotOddities)[number]

/** Things whose members are in objects, things that a PUT creates, and things of which there is one. */
export const depotDocument = tableIn<object>(import.meta.dirname, 'depot.yaml')

const merged = (old: InventoryRecord, body: InventoryRecord, isDeep: boolean): InventoryRecord =>
  Object.fromEntries(
    Object.entries({ ...old, ...body }).map(([name, value]) => [
      name,
      isDeep && typeof value === 'object' ? { ...(old[name] as object), ...(value as object) } : value,
    ]),
  )

/** The depot with faults switched on; `state` is what it holds. */
export const depotWith = (...faults: readonly DepotFault[]) => {
  const app = fastify()
  const has = (fault: DepotFault): boolean => faults.includes(fault)
  const [parcels, crates, labels] = [new Collection(), new Collection(), new Collection('name')]
  const settings: InventoryRecord = { owner: 'me', note: 'as it was', limit: 3 }
  const state = { parcels, crates, labels, settings }
  const ghosts = new Map<string, InventoryRecord>()
  const former = new Map<string, InventoryRecord>()
  const updates = new Map<string, number>()
  let hidden: string | undefined
  const newId = (all: Collection): number =>
    has('ids are given again') ? 1 + Math.max(0, ...all.all.map((one) => Number(one['id']))) : all.number()
  const id = ({ params }: Asked): string => params['id'] ?? params['name'] ?? ''
  const dataOf = ({ id: own, ...attributes }: InventoryRecord) => ({
    data: { id: own, type: 'parcel', attributes },
  })

  app.get('/parcels', () => ({
    data: parcels.all.filter((one) => String(one['id']) !== hidden).map((one) => dataOf(one).data),
  }))
  app.post('/parcels', async ({ body }: Asked, reply) => {
    const sent = (body['data'] as { attributes: InventoryRecord }).attributes
    return reply.code(201).send(dataOf(parcels.put({ ...sent, id: newId(parcels) })))
  })
  app.get('/parcels/:id', async (request: Asked, reply) => {
    const known = parcels.find(id(request))
    return known ? dataOf(known) : notFound(reply)
  })
  app.patch('/parcels/:id', async (request: Asked, reply) => {
    const ghost = has('update brings back what was deleted') ? ghosts.get(id(request)) : undefined
    const empty: InventoryRecord | undefined = has('PATCH creates what is not there')
      ? { id: Number(id(request)) }
      : undefined
    const old = parcels.find(id(request)) ?? ghost ?? empty
    if (!old) return notFound(reply)
    const sent = (request.body['data'] as { attributes?: InventoryRecord }).attributes ?? {}
    const changed = merged(old, sent, !has('nested objects are replaced'))
    former.set(id(request), old)
    if (has('update makes another be listed no more'))
      hidden = parcels.all.map((one) => String(one['id'])).findLast((one) => one !== id(request))
    parcels.put(has('nested member is not stored') ? { ...changed, size: old['size'] } : changed)
    return has('updates answer with nothing') ? reply.code(204).send() : dataOf(changed)
  })
  app.delete('/parcels/:id', async (request: Asked, reply) => {
    const known = parcels.find(id(request))
    if (!known) return notFound(reply)
    ghosts.set(id(request), known)
    parcels.remove(id(request))
    if (has('deletion undoes the update of another'))
      for (const [one, old] of former) if (parcels.find(one)) parcels.put(old)
    return reply.code(204).send()
  })

  app.get('/crates', () => ({ items: crates.all }))
  app.post('/crates', async ({ body }: Asked, reply) => {
    const item = body['item'] as InventoryRecord
    if (has('a shelf has room for one crate'))
      for (const one of crates.all)
        if (one['shelfId'] === item['shelfId']) crates.put({ ...one, shelfId: null })
    const stored = crates.put({ ...item, id: newId(crates) })
    if (has('nested member reads otherwise'))
      crates.put({ ...stored, spec: { ...(stored['spec'] as object), color: 'none' } })
    return reply.code(201).send({ item: stored })
  })
  app.get('/crates/:id', async (request: Asked, reply) => {
    const known = crates.find(id(request))
    return known ? { item: known } : notFound(reply)
  })
  app.put('/crates/:id', async (request: Asked, reply) => {
    const old = crates.find(id(request))
    if (!old) return notFound(reply)
    const changed = { ...(request.body['item'] as object), id: old['id'] }
    updates.set(id(request), (updates.get(id(request)) ?? 0) + 1)
    if (has('wrapped PUT changes nothing')) return { item: old }
    const isLost = has('third update is lost') && (updates.get(id(request)) ?? 0) > 2
    if (!isLost) crates.put(changed)
    return has('updates answer with nothing') ? reply.code(204).send() : { item: changed }
  })
  app.delete('/crates/:id', async (request: Asked, reply) => {
    if (!crates.find(id(request))) return notFound(reply)
    crates.remove(id(request))
    return reply.code(204).send()
  })
  const policies = new Map<string, InventoryRecord>()
  app.get('/crates/:id/policy', async (request: Asked, reply) =>
    crates.find(id(request))
      ? (policies.get(id(request)) ?? { owner: 'nobody', note: 'none yet', limit: 7 })
      : notFound(reply),
  )
  app.put('/crates/:id/policy', async (request: Asked, reply) => {
    if (!crates.find(id(request))) return notFound(reply)
    if (!has('policy is not stored')) policies.set(id(request), request.body)
    return request.body
  })

  app.get('/labels', () => labels.all)
  app.get('/labels/:name', async (request: Asked, reply) => labels.find(id(request)) ?? notFound(reply))
  app.put('/labels/:name', async (request: Asked, reply) => {
    if (has('PUT of what is not there is refused') && !labels.find(id(request))) return notFound(reply)
    const stored = { ...request.body, name: id(request) }
    if (!has('put thing is not there')) labels.put(stored)
    return stored
  })
  app.delete('/labels/:name', async (request: Asked, reply) => {
    if (!labels.find(id(request))) return notFound(reply)
    if (!has('put thing stays after its deletion')) labels.remove(id(request))
    if (has('deletion of a put thing takes all'))
      for (const one of labels.all) labels.remove(String(one['name']))
    return reply.code(204).send()
  })

  app.get('/settings', () => state.settings)
  app.put('/settings', async ({ body }: Asked, reply) => {
    if (has('settings are refused')) return reply.code(403).send({ message: 'no' })
    if (!has('settings are not stored')) state.settings = body
    return body
  })
  return { app, state }
}
