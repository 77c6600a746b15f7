import { fastify, type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Api } from '../../../conformance/model/case.js'
import { parametersIn } from '../../../document/index.js'
import { exploredApi } from '../../support/explored-api.js'

/** A service without operations, which is closed when the test is finished. */
export const testApp = (): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  return app
}

/** The requests of a service from now on, by method and path. */
export const callsOf = (app: FastifyInstance): readonly string[] => {
  const calls: string[] = []
  app.addHook('onRequest', ({ method, url }, _, done) => {
    calls.push(`${method} ${url.split('?')[0]}`)
    done()
  })
  return calls
}

const isNamed = (body: unknown): boolean => typeof Object(body).name === 'string'

/** Things at a path, which clients create, list, read and delete; by default those with a name. */
export const serveThings = (
  app: FastifyInstance,
  path: string,
  {
    idOf,
    isRight = isNamed,
  }: { idOf: (count: number) => string | number; isRight?: (body: unknown) => boolean },
): Map<string, object> => {
  const things = new Map<string, object>()
  let made = 0
  app.get(path, () => [...things.values()])
  app.post(path, ({ body }, reply) => {
    if (!isRight(body)) return reply.code(400).send()
    const id = idOf(++made)
    things.set(String(id), { ...Object(body), id })
    return reply.code(201).send(things.get(String(id)))
  })
  type Asked = { Params: { id: string } }
  app.get<Asked>(`${path}/:id`, ({ params }, reply) => things.get(params.id) ?? reply.code(404).send())
  app.delete<Asked>(`${path}/:id`, ({ params }, reply) =>
    reply.code(things.delete(params.id) ? 204 : 404).send(),
  )
  return things
}

/** An operation of a document: what it takes, as JSON by default, and the schemas of its responses by status. */
interface Described {
  readonly id?: string
  readonly takes?: object
  readonly as?: string
  /** Its body may be left out. */
  readonly isOptional?: boolean
  /** Parameters by name; a name with an exclamation mark is required. */
  readonly query?: Readonly<Record<string, object>>
  readonly [status: number]: object | null
}

const operationAt = (path: string, row: Described, ids: object): object => {
  const { id, takes, as = 'application/json', isOptional = false, query = {}, ...statuses } = row
  const inPath = parametersIn(path).map((name) => ({ name, in: 'path', required: true, schema: ids }))
  const inQuery = Object.entries(query).map(([key, schema]) => {
    const name = key.replace('!', '')
    return { name, in: 'query', required: name !== key, schema }
  })
  const responses = Object.entries<object | null>(statuses).map(([status, schema]) => {
    const content = schema && { 'application/json': { schema } }
    return [status, { description: 'It.', ...(content && { content }) }]
  })
  const media = as.startsWith('image/') ? {} : { schema: takes }
  return {
    ...(id !== undefined && { operationId: id }),
    parameters: [...inPath, ...inQuery],
    ...(takes && { requestBody: { required: !isOptional, content: { [as]: media } } }),
    responses: Object.fromEntries(responses) as object,
  }
}

/** A document of operations by method and path, all of whose ids are of one schema. */
export const described = (
  operations: Readonly<Record<string, Described>>,
  ids: object = { type: 'string' },
) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [call, row] of Object.entries(operations)) {
    const [method = '', path = ''] = call.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationAt(path, row, ids) }
  }
  return { paths }
}

/** The document of a service that is started now. */
export const served = async (
  app: FastifyInstance,
  document: object,
  changes: Partial<Api> = {},
): Promise<Api> =>
  exploredApi(document, { baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }), ...changes })
