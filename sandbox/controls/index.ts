import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'

import { logged } from '../events/events.js'
import { type ServedResponse, toResponse } from '../pipeline/response.js'
import { readJson } from '../pipeline/body.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { parseQuery } from '../pipeline/query.js'
import { bytesOf, headerOf, pathOf, rawQueryOf, send } from '../pipeline/routes.js'
import { WebhookService } from '../webhook-endpoints/webhook-service.js'
import { clockControls } from './clock.js'
import type { Controls } from './control.js'
import { eventControls } from './events.js'
import { simulationControls } from './simulations.js'
import { webhookAttemptControls } from './webhook-attempts.js'
import { webhookControls } from './webhooks.js'

const controls: Controls = {
  ...clockControls,
  ...eventControls,
  ...simulationControls,
  ...webhookControls,
  ...webhookAttemptControls,
}

type Run = Controls[keyof Controls][1]

/** Carries out a control in the style of the API: it requires a key, but ignores the version header. */
const carryOut = async (
  { service, authenticate }: PipelineContext,
  run: Run,
  request: FastifyRequest,
): Promise<ServedResponse> => {
  const partnerId = authenticate(headerOf(request, 'x-api-key'))
  const { id = '' } = pathOf(request)
  const webhooks = new WebhookService(service, partnerId)
  const query = parseQuery(rawQueryOf(request))
  const body = readJson(bytesOf(request), headerOf(request, 'content-type'))
  return toResponse(await logged(service, () => run({ service, partnerId, webhooks, id, query, body })))
}

/** Adds the sandbox's own controls, below a prefix that no document uses. */
export function addControls(app: FastifyInstance, parts: PipelineContext): void {
  for (const [name, [, run]] of Object.entries(controls)) {
    const [method = '', path = ''] = name.split(' ')
    const url = `/controls${path}`
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await carryOut(parts, run, request)),
    })
  }
  const list = Object.entries(controls).map(([name, [does]]) => {
    const [method, path] = name.split(' ')
    return { method, path: `/controls${path}`, does }
  })
  app.get('/controls', async (_request, reply) => send(reply, toResponse({ status: 200, body: list })))
}
