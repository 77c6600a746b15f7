import { expect, test } from 'vitest'
import { described, served, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const view = {
  type: 'object',
  required: ['team', 'name'],
  properties: { team: text, name: text, size: { type: 'integer' } },
}
const done = { 200: null, 400: null, 404: null }
const document = described(
  {
    'POST /views': { takes: view, ...done },
    'GET /views/{name}': { query: { 'team!': text }, ...done },
    'DELETE /views/{name}': { query: { 'team!': text }, ...done },
  },
  text,
)

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= text.maxLength

test('what was created with a team is read and deleted with it', async () => {
  const app = testApp()
  const views = new Map<string, object>()
  type Asked = { Params: { name: string }; Querystring: { team?: string } }
  app.post<{ Body: { team: string; name: string } | null }>('/views', ({ body }, reply) => {
    const isRight = body !== null && isText(body.name) && isText(body.team)
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
  const { created, explored } = await runOf(await served(app, document), { plan: { maxCreations: 200 } })
  expect(created.length).toBeGreaterThan(5)
  expect(created.filter(({ fate }) => fate === 'kept' || fate === 'refused')).toEqual([])
  const rules = [...(explored[0]?.findings.keys() ?? [])]
  expect(rules.filter((rule) => rule.startsWith('state/'))).toEqual([])
  expect([...views.keys()]).toEqual([])
})
