import { expect, test } from 'vitest'
import { runCli } from './cli.js'
import { startServer } from '../support/loopback.js'
import { temporaryFolder } from '../support/folder.js'

const document = { openapi: '3.0.3', info: { title: 'Library', version: '1' }, paths: {} }

/** A service with one version, a deviating clock, and a limit on the requests that it answers. */
const library = async (skewMs: number, answers = Infinity): Promise<string> => {
  let left = answers
  const { url: origin } = await startServer(({ url = '' }, response) => {
    left -= 1
    if (left < 0) return response.destroy()
    response.setHeader('date', new Date(Date.now() + skewMs).toUTCString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url.endsWith('/spec/versions') ? ['2026-08-01'] : document))
  })
  return origin
}

test.each([
  {
    name: 'the clock is wrong',
    origin: () => library(-120_000),
    code: 2,
    says: [/✕ clock +1(19|2\d) s/, /Set the clock/],
  },
  {
    name: 'the service is gone once its documents are read',
    origin: () => library(0, 2),
    code: 3,
    says: [/serves 2026-08-01/, /clock +the service sends no Date/, /✕ API +.*could not be read/],
  },
])('rampart doctor: $name', async ({ origin, code, says }) => {
  const cwd = temporaryFolder()
  const env = { RAMPART_API_KEY: 'hunter2' }
  const result = await runCli(['doctor', '--base-url', `${await origin()}/api`], { cwd, env })
  const text = result.stdout + result.stderr
  expect(result.code, text).toBe(code)
  for (const one of [...says, /config file +none/, /set: RAMPART_API_KEY/]) expect(text).toMatch(one)
  expect(text).not.toContain('hunter2')
})
