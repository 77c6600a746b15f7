import { expect, test } from 'vitest'
import { defineRule } from '../../../bin/config/define-config.js'
import { packsOf, registryOf } from '../../../conformance/index.js'
import { distinctIn } from '../../../conformance/requests/distinct.js'
import { described, served, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const integer = { type: 'integer' }
const named = { type: 'object', properties: { id: integer, name: { type: 'string' } } }
const document = described(
  {
    'GET /shelves/{shelf}/notes': { query: { limit: integer }, 200: null },
    'POST /shelves/{shelf}/notes/upload': { id: 'upload', takes: named, 200: null },
    'DELETE /shelves/{shelf}/notes/{note}': { 200: null },
  },
  integer,
)

test('what no response named is found in its list before the deletion, and deleted', async () => {
  const app = testApp()
  const notes = new Map([[1, { id: 1, name: 'of somebody' }]])
  type Asked = { Params: { shelf: string; note: string }; Querystring: { limit?: string } }
  app.get<Asked>('/shelves/:shelf/notes', ({ params, query }, reply) =>
    reply.send(params.shelf === '7' ? [...notes.values()].slice(0, Number(query.limit ?? 1)) : []),
  )
  app.post('/shelves/7/notes/upload', (request, reply) => {
    const id = notes.size + 1
    notes.set(id, { ...(request.body as { name: string }), id })
    return reply.send('null')
  })
  app.delete<Asked>('/shelves/:shelf/notes/:note', ({ params }, reply) =>
    reply.code(notes.delete(Number(params.note)) ? 204 : 404).send(),
  )
  const api = await served(app, document)
  const uploading = defineRule({
    id: 'own/uploads',
    title: 'Notes are uploaded',
    statement: 'An upload succeeds.',
    run: async ({ call, expect: due }) => {
      for (let count = 0; count < 2; count++) {
        const sent = { path: { shelf: 7 }, body: { name: `note ${distinctIn(api)()}` } }
        due((await call('upload', sent)).ok, 'no')
      }
    },
  })
  const registry = registryOf(packsOf([{ name: 'own', rules: [uploading] }], [], import.meta.dirname))
  const { created, explored } = await runOf(api, { registry, settings: { allowWrites: false } })
  // The rule uploads, a case lists, and only the cleaning up removes.
  expect(explored[0]?.coverage.operations).toEqual({ called: 3, reached: 3, of: 3, missing: [] })
  expect(created.map(({ id, fate }) => `${id} ${fate}`)).toEqual(['2 cancelled', '3 cancelled'])
  expect([...notes.values()]).toEqual([{ id: 1, name: 'of somebody' }])
})

const draft = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, pages: { type: 'integer', minimum: 1, maximum: 9 } },
}
const books = described(
  {
    'GET /books': { 200: null },
    'POST /books': { takes: draft, 200: null, 400: null },
    'DELETE /books/{book}': { 200: null },
  },
  integer,
)

test.each([
  ['stored', ['POST /books answers 400, and GET /books shows what it was to create']],
  ['only refused', []],
  ['stored before, by something else', []],
])('a creation that is refused and %s', async (kept, messages) => {
  const app = testApp()
  const all: object[] = []
  app.get('/books', () => all)
  app.post('/books', ({ body }, reply) => {
    const { name, pages = 1 } = (body ?? {}) as { name?: unknown; pages?: unknown }
    const isRight = typeof name === 'string' && Number(pages) >= 1 && Number(pages) <= 9
    const made = { name, pages, id: all.length + 1 }
    if (isRight || kept !== 'only refused') all.push(made)
    const why = kept.startsWith('stored before')
      ? { detail: 'The fields name, pages must make a unique set.' }
      : {}
    return isRight ? reply.send(made) : reply.code(400).send(why)
  })
  app.delete<{ Params: { note: string } }>('/books/:note', (_, reply) => reply.code(404).send())
  const ended = await runOf(await served(app, books))
  const found = ended.explored[0]?.findings.get('state/refused') ?? []
  expect(found.map(({ message }) => message)).toEqual(messages)
})
