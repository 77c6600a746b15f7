import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'

import { logged } from '../events/events.js'
import { type Answer, toAnswer } from '../pipeline/answer.js'
import { readJson } from '../pipeline/body.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { parseQuery } from '../pipeline/query.js'
import { bytesOf, headerOf, pathOf, rawQueryOf, send } from '../pipeline/routes.js'
import { WebhookService } from '../webhook-endpoints/webhook-service.js'
import { clockControls } from './clock.js'
import type { Control } from './control.js'
import { eventControls } from './events.js'
import { simulationControls } from './simulations.js'
import { addEventStream, streamControl } from './stream.js'
import { webhookAttemptControls } from './webhook-attempts.js'
import { webhookControls } from './webhooks.js'

const controls: readonly Control[] = [
  ...clockControls,
  ...eventControls,
  ...simulationControls,
  ...webhookControls,
  ...webhookAttemptControls,
]

/** Carries out a control in the style of the API: it requires a key, but ignores the version header. */
const carryOut = async (
  { service, authenticate }: PipelineContext,
  control: Control,
  request: FastifyRequest,
): Promise<Answer> => {
  const partnerId = authenticate(headerOf(request, 'x-api-key'))
  const { id = '' } = pathOf(request)
  const webhooks = new WebhookService(service, partnerId)
  const query = parseQuery(rawQueryOf(request))
  const body = readJson(bytesOf(request), headerOf(request, 'content-type'))
  return toAnswer(await logged(service, () => control.run({ service, partnerId, webhooks, id, query, body })))
}

/** Adds the sandbox's own controls, below a prefix that no document uses. */
export function addControls(app: FastifyInstance, parts: PipelineContext): void {
  for (const control of controls)
    app.route({
      method: control.method,
      url: `/controls${control.path}`,
      handler: async (request, reply) => send(reply, await carryOut(parts, control, request)),
    })
  addEventStream(app, parts)
  const list = [...controls, streamControl].map(({ method, path, does }) => ({
    method,
    path: `/controls${path}`,
    does,
  }))
  app.get('/controls', async (_request, reply) => send(reply, toAnswer({ status: 200, body: list })))
}
