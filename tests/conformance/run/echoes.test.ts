import { expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { described, served, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const list = { 'GET /notes': { 200: { type: 'array', items: note }, 400: null } }
const create = { 'POST /notes': { takes: note, 201: { type: 'object' }, 400: null } }

test('a wrong value that one version accepted and another one shows is said once', async () => {
  const app = testApp()
  const notes: unknown[] = []
  app.post('/notes', ({ body }, reply) => {
    notes.push(body)
    return reply.code(201).send({})
  })
  app.get('/notes', () => notes)
  const older = await served(app, described({ ...list, ...create }))
  const newer = await exploredApi(described(list), { baseUrl: older.baseUrl })
  const { explored } = await runOf([older, newer])
  const rules = explored.map(({ findings }) => Array.from(findings.keys()))
  expect(rules).toEqual([expect.arrayContaining(['requests/invalid-refused']), []])
})
