import { expect, onTestFinished, test } from 'vitest'
import { isObject, objectOf } from '../../document/index.js'
import { folderWith } from '../support/folder.js'
import { forwardTo, startServer } from '../support/loopback.js'
import { runCli, startSandbox } from './cli.js'

const pass = { name: 'x-sandbox-pass', value: 'pass-of-the-sandbox' }
const gate = { name: 'x-gateway', value: 'one-that-gateways-know' }

/** A document whose controls also demand a pass. */
const demandingPass = (document: unknown): object => {
  const { paths, components, ...rest } = objectOf(document)
  const security = [{ ApiKey: [], SandboxPass: [] }]
  const changed = Object.entries(objectOf(paths)).map(([path, item]) => [
    path,
    path.includes('/sandbox/')
      ? Object.fromEntries(
          Object.entries(objectOf(item)).map(([name, value]) => [
            name,
            isObject(value) && name !== 'parameters' ? { ...value, security } : value,
          ]),
        )
      : item,
  ])
  const schemes = objectOf(objectOf(components)['securitySchemes'])
  const SandboxPass = { type: 'apiKey', in: 'header', name: pass.name }
  const [ApiKey] = Object.values(schemes)
  return {
    ...rest,
    paths: Object.fromEntries(changed),
    components: { ...objectOf(components), securitySchemes: { ...schemes, ApiKey, SandboxPass } },
  }
}

test('rules of the payment API send what a service demands beside its key', async () => {
  const { specUrl, apiKey } = await startSandbox()
  const forward = forwardTo(specUrl)
  const document: unknown = await fetch(`${specUrl}/spec/2026-08-01`).then((answer) => answer.json())
  const { url } = await startServer((request, response) => {
    const { url: path = '', headers } = request
    const isControl = path.includes('/sandbox/')
    if (path === '/spec/2026-08-01') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(demandingPass(document)))
    } else if (path.startsWith('/api') && headers[gate.name] !== gate.value) response.writeHead(403).end()
    else if (isControl && headers[pass.name] !== pass.value) response.writeHead(403).end()
    else forward(request, response)
  }, onTestFinished)
  const auth = { headers: { [gate.name]: { env: 'GATE' } } }
  const cwd = folderWith({ 'rampart.config.json': { auth } })
  const env = { RAMPART_API_KEY: apiKey, GATE: gate.value, RAMPART_AUTH_SANDBOX_PASS: pass.value }
  const rules = ['operations/sandbox-bank-account', 'authentication/key-required']
  const args = ['test', '--base-url', `${url}/api`, '--versions', '2026-08-01', '--rules', ...rules]
  const { code, stdout } = await runCli(args, { cwd, env })
  expect([code, stdout]).toEqual([0, expect.stringContaining('The contract holds for all 2 rules')])
})
