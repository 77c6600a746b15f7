import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Plan } from '../../conformance/index.js'
import { defaultApiKey } from '../../sandbox/index.js'

/** How long the suite waits for what is due: on a busy machine everything comes later. */
const WAIT = 5000

/** How long an endpoint has to answer here. */
const ANSWER = 2500

/** Deliveries to this machine, with retries and timeouts that a test can wait for. */
export const deliveringHere = { allowsLoopback: true, backoff: { first: 50 }, timeout: ANSWER }

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Registers the receiver that the suite is about to open. */
export const receiverOf = async (
  app: FastifyInstance,
): Promise<{ readonly webhooks: NonNullable<Plan['webhooks']>; readonly secret: string }> => {
  const port = await freePort()
  const answer = await app.inject({
    method: 'POST',
    url: '/controls/webhooks',
    headers: { 'x-api-key': defaultApiKey, 'content-type': 'application/json' },
    payload: JSON.stringify({ label: 'suite', url: `http://127.0.0.1:${port}/` }),
  })
  const { secret } = answer.json<{ secret: string }>()
  return { webhooks: { port, secretEnv: 'RAMPART_WEBHOOK_SECRET', waitMs: WAIT, answerMs: ANSWER }, secret }
}
