import { createServer } from 'node:net'
import type { Plan } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { parseHttpUrl } from '../../fetch/index.js'
import type { TestOptions } from './options.js'

/**
 * The settings of receiving webhooks; none without a port.
 * @throws RampartError OPTION_INVALID.
 */
export function webhookPlan(options: TestOptions): Pick<Plan, 'webhooks'> {
  const { webhookPort, webhookUrl, webhookSecretEnv, webhookWait } = options
  if (webhookPort === undefined) {
    if (webhookUrl === undefined || webhookUrl === '') return {}
    throw new RampartError('OPTION_INVALID', {
      message: '--webhook-url needs the port that it leads to; give --webhook-port too',
    })
  }
  return {
    webhooks: {
      port: webhookPort,
      secretEnv: webhookSecretEnv,
      waitMs: webhookWait * 1000,
      ...(webhookUrl === undefined || webhookUrl === ''
        ? {}
        : { url: parseHttpUrl(webhookUrl, '--webhook-url').href }),
    },
  }
}

/**
 * Makes sure that the run can listen on the port of webhooks, before anything else is done.
 * @throws RampartError WEBHOOK_PORT_TAKEN.
 */
export async function requireFreePort({ webhookPort }: TestOptions): Promise<void> {
  if (webhookPort === undefined || webhookPort === 0) return
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${webhookPort} of 127.0.0.1 cannot be listened on: ${cause.message}`
      reject(new RampartError('WEBHOOK_PORT_TAKEN', { message, cause }))
    })
    server.listen(webhookPort, '127.0.0.1', () => server.close(() => resolve()))
  })
}
