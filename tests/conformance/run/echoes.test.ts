import { expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const answering = (code: number, schema: object) => ({
  [code]: { description: 'Done.', content: { 'application/json': { schema } } },
  400: { description: 'Refused.' },
})
const list = { get: { operationId: 'list', responses: answering(200, { type: 'array', items: note }) } }
const requestBody = { required: true, content: { 'application/json': { schema: note } } }
const create = { post: { operationId: 'create', requestBody, responses: answering(201, { type: 'object' }) } }

const documentOf = (version: string, item: object) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version },
  paths: { '/notes': item },
})

test('a wrong value that one version accepted and another one shows is said once', async () => {
  const app = testApp()
  const notes: unknown[] = []
  app.post('/notes', ({ body }, reply) => {
    notes.push(body)
    return reply.code(201).send({})
  })
  app.get('/notes', () => notes)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const older = await exploredApi(documentOf('1', { ...list, ...create }), { baseUrl })
  const newer = await exploredApi(documentOf('2', list), { baseUrl })
  const { explored } = await runOf([older, newer])
  const rules = explored.map(({ findings }) => Array.from(findings.keys()))
  expect(rules).toEqual([expect.arrayContaining(['requests/invalid-refused']), []])
})
