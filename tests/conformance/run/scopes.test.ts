import { expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const name = { type: 'string', minLength: 1, maxLength: 60 }
const team = { type: 'string', minLength: 1, maxLength: 60 }
const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
const schema = {
  type: 'object',
  required: ['team', 'name'],
  properties: { team, name, size: { type: 'integer' } },
}
const document = {
  paths: {
    '/views': {
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses,
      },
    },
    '/views/{name}': {
      parameters: [
        { name: 'name', in: 'path', required: true, schema: name },
        { name: 'team', in: 'query', required: true, schema: team },
      ],
      get: { operationId: 'read', responses },
      delete: { operationId: 'remove', responses },
    },
  },
}

test('what was created with a team is read and deleted with it', async () => {
  const app = testApp()
  const views = new Map<string, object>()
  type Asked = { Params: { name: string }; Querystring: { team?: string } }
  app.post<{ Body: { team: string; name: string } | null }>('/views', ({ body }, reply) => {
    const isNamed = typeof body?.name === 'string' && body.name !== '' && body.name.length <= name.maxLength
    const isRight =
      isNamed && typeof body.team === 'string' && body.team !== '' && body.team.length <= team.maxLength
    if (!isRight) return reply.code(400).send()
    views.set(`${body.team} ${body.name}`, body)
    return reply.send({ name: body.name })
  })
  app.get<Asked>(
    '/views/:name',
    ({ params, query }, reply) => views.get(`${query.team} ${params.name}`) ?? reply.code(404).send(),
  )
  app.delete<Asked>('/views/:name', ({ params, query }, reply) =>
    reply.code(views.delete(`${query.team} ${params.name}`) ? 200 : 404).send(),
  )
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const api = await exploredApi(document, { baseUrl })
  const { created, explored } = await runOf(api, { plan: { maxCreations: 200 } })
  expect(created.length).toBeGreaterThan(5)
  expect(created.filter(({ fate }) => fate === 'kept' || fate === 'refused')).toEqual([])
  const rules = [...(explored[0]?.findings.keys() ?? [])]
  expect(rules.filter((rule) => rule.startsWith('state/'))).toEqual([])
  expect([...views.keys()]).toEqual([])
})
