import { expect, test } from 'vitest'
import { defineRule } from '../../../bin/config/define-config.js'
import { packsOf, registryOf } from '../../../conformance/index.js'
import { distinctIn } from '../../../conformance/requests/distinct.js'
import { described, served, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const text = { type: 'string' }
const objectOf = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })
const texts = { type: 'array', items: text }
const listed = { 200: { type: 'array', items: { type: 'object', properties: { name: text } } } }

/** Deleted by `DELETE /notes`, whose list names no path of one note. */
const byDelete = described({
  'GET /notes': { id: 'list', ...listed },
  'PUT /notes': { id: 'store', takes: objectOf({ names: texts }), 200: null },
  'DELETE /notes': { takes: objectOf({ names: texts }), 200: null },
})

/** Deleted by an action beside their creation. */
const byAction = described({
  'GET /notes/list': { id: 'list', ...listed },
  'POST /notes/create': { id: 'store', takes: objectOf({ name: text }), 200: null },
  'POST /notes/delete': { takes: objectOf({ notes_names: texts }), 200: null },
})

test.each([
  ['DELETE of the list', byDelete, 'names', 200],
  ['DELETE of the list that is done later', byDelete, 'names', 202],
  ['POST of an action', byAction, 'notes_names', 200],
])(
  'what a %s deletes by its body is deleted one by one, and nothing else is',
  async (_, document, member, status) => {
    const app = testApp()
    const notes = new Map([['of somebody', 1]])
    const deletions: unknown[] = []
    const show = () => [...notes].map(([name, id]) => ({ id, name }))
    const store = (names: readonly string[]) => {
      for (const name of names) notes.set(name, notes.size + 1)
      return { isStored: true }
    }
    const remove = (body: unknown) => {
      deletions.push(body)
      for (const name of (body as Record<string, string[]>)[member] ?? []) notes.delete(name)
      return { isStored: false }
    }
    app.get('/notes', show)
    app.get('/notes/list', show)
    app.put('/notes', ({ body }) => store((body as { names: string[] }).names))
    app.post('/notes/create', ({ body }) => {
      const { name } = body as { name: string }
      store([name])
      return { id: notes.get(name), name }
    })
    app.delete('/notes', ({ body }, reply) => reply.code(status).send(remove(body)))
    app.post('/notes/delete', ({ body }) => remove(body))
    const api = await served(app, document)
    const storing = defineRule({
      id: 'own/stores',
      title: 'Notes are stored',
      statement: 'A note is stored.',
      run: async ({ call, expect: due }) => {
        due((await call('list', {})).ok, 'no')
        const names = ['a', distinctIn(api)()]
        if (document === byDelete) due((await call('store', { body: { names } })).ok, 'no')
        else for (const name of names) due((await call('store', { body: { name } })).ok, 'no')
      },
    })
    const registry = registryOf(packsOf([{ name: 'own', rules: [storing] }], [], import.meta.dirname))
    const { created } = await runOf(api, { registry, settings: { allowWrites: false } })
    expect([...notes.keys()]).toEqual(['of somebody'])
    expect(created.map(({ fate }) => fate)).toEqual(['cancelled', 'cancelled'])
    expect(deletions.map((one) => Object.keys(one as object))).toEqual([[member], [member]])
    expect(
      deletions.flatMap((one) => Object.values(one as object)).map((one: string[]) => one.length),
    ).toEqual([1, 1])
  },
)
