import { expect, test } from 'vitest'
import { runCli, startSandbox, temporaryFolder } from './cli.js'
import { proxy, serve } from './servers.js'

const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const cwd = await temporaryFolder()
  return runCli(['test', ...args], { cwd, env: { RAMPART_API_KEY: 'sandbox-key', ...env } })
}

test('a service that answers 503 to everything is never a contract that holds', async () => {
  const { specUrl } = await startSandbox()
  const origin = await serve((request, response) => {
    if (request.url?.startsWith('/spec') === true) return proxy(specUrl, () => undefined)(request, response)
    response.writeHead(503, { 'retry-after': '0' }).end()
  })
  const result = await run(['--base-url', `${origin}/api`, '--allow-writes'])
  expect(result.code).toBe(3)
  expect(result.stderr).toMatch(/error\[SERVICE_UNREACHABLE\][^]*503/)
  expect(result.stdout).not.toContain('holds')
})

test('a service that goes away after the first look leaves the run incomplete, and that is said', async () => {
  const { specUrl } = await startSandbox()
  let asked = 0
  const origin = await serve((request, response) => {
    const isApi = request.url?.startsWith('/api') === true
    if (!isApi || asked++ < 3) return proxy(specUrl, () => undefined)(request, response)
    response.writeHead(503, { 'retry-after': '0' }).end()
  })
  const result = await run([
    '--base-url',
    `${origin}/api`,
    '--allow-writes',
    '--rules',
    'quote/*',
    'idempotency/*',
  ])
  expect(result.code).toBe(3)
  expect(result.stderr).toContain('error[RUN_INCOMPLETE]')
  expect(result.stdout).toContain('The run is incomplete: ')
})

test('a key given in place of the name of its variable is not repeated', async () => {
  const result = await run(['--base-url', 'http://127.0.0.1:9/api', '--api-key-env', 'live-key-123'])
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('takes the name of an environment variable')
  expect(result.stdout + result.stderr).not.toContain('live-key-123')
})
