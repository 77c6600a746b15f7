import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Collection, Inventory, InventoryRecord } from './records.js'

/** A request as the handlers read it. */
export type Asked = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, string>
  Body: InventoryRecord
}>

/** Handlers of one kind of thing. */
export type Routes = (app: FastifyInstance, inventory: Inventory) => void

/** Answers 404 with a problem. */
export const notFound = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'not there' })

/** Responds with 500, like an unforeseen error. */
export const failed = (reply: FastifyReply): FastifyReply => reply.code(500).send({ message: 'broken' })

/** The slice of a list that offset and limit ask for. */
export const slice = <T>(all: readonly T[], offset: number, limit: number): T[] =>
  all.slice(offset, offset + limit)

/** Stores a record under a number that no other has, unless a fault has it otherwise. */
export const store = async (
  collection: Collection,
  inventory: Inventory,
  record: InventoryRecord,
): Promise<InventoryRecord> => {
  const size = collection.all.length
  const id = collection.number()
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setTimeout(resolve, 2))
  const isBeside = collection.all.length > size
  if (isBeside && inventory.has('creations side by side get the same id'))
    return { ...record, id: collection.all.at(-1)?.['id'] }
  const stored = { ...record, id }
  if (isBeside && inventory.has('creations side by side lose one')) return stored
  return collection.put(stored)
}
