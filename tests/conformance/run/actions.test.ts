import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

type Body = Readonly<Record<string, unknown>>
type Thing = Record<string, unknown>

const text = { type: 'string' }
const user = { type: 'object', properties: { id: {}, name: text, role: text, friends: { type: 'array' } } }

/** A service of functions: each is a POST that names in its body what it is about. */
const startFunctions = async (isCounted: boolean, status: number) => {
  const app = testApp()
  const users = new Map<unknown, Thing>()
  const create = (name: unknown): Thing => {
    const made = { id: isCounted ? users.size + 1 : randomUUID(), name, role: 'member', friends: [] }
    users.set(made.id, made)
    return made
  }
  const somebody = ['ann', 'bob'].map(create)
  const id = isCounted ? { type: 'integer' } : { type: 'string', format: 'uuid' }
  const paths: Record<string, object> = {}
  const called = new Set<string>()
  const add = (path: string, properties: object, act: (body: Body) => object | undefined) => {
    const schema = { type: 'object', required: Object.keys(properties), properties }
    const content = { 'application/json': { schema: { type: 'object', properties: { ok: {}, user } } } }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    paths[path] = { post: { requestBody, responses: { [status]: { description: 'Done.', content } } } }
    app.post<{ Body: Body | null }>(path, (request, reply) => {
      const { body } = request
      const isKnown = Object.keys(properties).every((name) => body?.[name] !== undefined)
      const done = isKnown && body ? act(body) : undefined
      if (done) called.add(path)
      return reply.code(done ? status : 400).send({ ok: done !== undefined, ...done })
    })
  }
  const change = (key: unknown, values: object): object | undefined => {
    const known = users.get(key)
    return known && { user: Object.assign(known, values) }
  }
  add('/users.list', { limit: { type: 'integer' } }, () => ({ users: [...users.values()] }))
  add('/users.create', { name: text }, ({ name }) => ({ user: create(name) }))
  add('/users.promote', { userId: id }, ({ userId }) => change(userId, { role: 'lead' }))
  add('/users.ban', { id }, (body) => change(body['id'], { role: 'banned' }))
  add('/friends', { user: id, friends: { type: 'array', items: id } }, (body) =>
    change(body['user'], { friends: body['friends'] }),
  )
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return { api: await exploredApi({ paths }, { baseUrl }), users, somebody, called }
}

test.each([
  [true, 200],
  [true, 201],
  [false, 200],
  [false, 201],
])(
  'functions are called of what the run created alone: counted %s, answered %i',
  async (isCounted, status) => {
    const { api, users, somebody, called } = await startFunctions(isCounted, status)
    const before = structuredClone(somebody)
    const { created } = await runOf(api, { plan: { rules: [] }, settings: { concurrency: 4 } })
    expect(somebody).toEqual(before)
    expect([...called]).toEqual(expect.arrayContaining(['/users.create', '/users.promote', '/friends']))
    // What is created without a text that only the run can have made up may be listed without its id.
    const listed = created.filter(({ operation }) => operation === 'POST /users.create')
    expect(listed.length).toBe(users.size - somebody.length)
  },
)
