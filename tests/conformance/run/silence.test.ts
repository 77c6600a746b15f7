import { setTimeout as delay } from 'node:timers/promises'
import { fastify, type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { described } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const note = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }
const operations = ['notes', 'drafts', 'memos', 'cards'].flatMap((kind) => [
  [`POST /${kind}`, { takes: note, 201: note }],
  [`GET /${kind}/{id}`, { 200: note, 404: null }],
  [`DELETE /${kind}/{id}`, { 204: null, 404: null }],
])
const api = await exploredApi(described(Object.fromEntries(operations), { type: 'integer' }))

type Asked = FastifyRequest<{ Params: { kind: string; id: string } }>

/** A service of notes that refuses writes for a time after a few creations, like a database with one writer. */
const startNotes = async (lockedMs: number) => {
  const app = fastify({ forceCloseConnections: true })
  const notes = new Map<string, object>()
  let [last, lockedUntil] = [0, 0]
  app.addHook('onRequest', async () => {
    const left = lockedUntil - Date.now()
    if (left > 0) await delay(left, undefined, { ref: false })
  })
  app.post('/:kind', async ({ params, body }: Asked, reply) => {
    const id = ++last
    const made = { ...(body as object), id }
    notes.set(`${params.kind} ${id}`, made)
    if (id === 12) lockedUntil = Date.now() + lockedMs
    if (id >= 12 && lockedUntil > Date.now()) await delay(lockedMs, undefined, { ref: false })
    return reply.code(201).send(made)
  })
  app.get(
    '/:kind/:id',
    async ({ params: { kind, id } }: Asked, reply) => notes.get(`${kind} ${id}`) ?? reply.code(404).send(),
  )
  app.delete('/:kind/:id', async ({ params: { kind, id } }: Asked, reply) =>
    reply.code(notes.delete(`${kind} ${id}`) ? 204 : 404).send(),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, notes, close: () => app.close() }
}

const explored = async (lockedMs: number, patienceMs: number) => {
  const { url, notes, close } = await startNotes(lockedMs)
  const ended = await runOf(
    { ...api, baseUrl: url },
    {
      plan: { timeoutMs: 300, patienceMs, mostAtOnce: 4 },
      settings: { budgetMs: 10_000, concurrency: 4 },
      budgetMs: 12_000,
    },
  )
  await close()
  const [document] = ended.explored
  return {
    notes,
    created: ended.created,
    document,
    failures: document?.findings.get('answers/server-error') ?? [],
  }
}

test('requests that were in flight when the service went silent break no promise', async () => {
  const { document, failures } = await explored(60_000, 200)
  expect(document?.gone?.reason).toContain('since then the service does not answer')
  expect(failures.map(({ message, occurrences }) => [message, occurrences])).toEqual([])
})

test('what was created is deleted once a service that was given up is back, while there is time', async () => {
  const { document, notes, created } = await explored(3_700, 2_000)
  expect(document?.gone).toBeDefined()
  expect(created.length).toBeGreaterThan(8)
  // The results of creations in flight are unknown.
  expect(created.filter(({ fate }) => fate === 'kept').map(({ why }) => why)).toEqual(
    created
      .filter(({ id }) => id === undefined)
      .map(() => 'its creation got no response, so it may be there'),
  )
  expect(notes.size).toBeLessThanOrEqual(4)
})
