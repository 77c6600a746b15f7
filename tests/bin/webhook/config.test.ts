import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../output/support/place.js'
import { secret, webhook } from './support.js'

const configured = (content: object) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'rampart.config.json'), JSON.stringify(content))
  return cwd
}

const dryRun = async (content: object, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const cwd = configured(content)
  return webhook(['send', 'ping', '--dry-run', '--json', ...args], {
    cwd,
    env: { RAMPART_WEBHOOK_SECRET: secret, ...env },
  })
}

describe('options of commands in a group', () => {
  test('come from their section of the config file, after the environment and the command line', async () => {
    const customer = '11111111-2222-4333-8444-555555555555'
    const config = { webhook: { send: { customer } } }
    expect((await dryRun(config)).stdout).toContain(customer)
    expect((await dryRun(config, [], { RAMPART_CUSTOMER: 'from-env' })).stdout).toContain('from-env')
    expect((await dryRun(config, ['--customer', 'from-argv'])).stdout).toContain('from-argv')
    expect((await dryRun({ webhook: { verify: { tolerance: 1 } } })).code).toBe(0)
  })

  test.each([
    [{ webhook: { sennd: {} } }, '/webhook/sennd: "webhook.sennd" is no option; did you mean "send"'],
    [{ webhook: { send: { colour: 1 } } }, '"webhook.send.colour" is no option'],
    [{ webhook: { send: 1 } }, '"webhook.send" is no object'],
    [{ webhook: 1 }, '"webhook" is no object'],
    [{ send: {} }, '"send" is no option'],
    [{ webhook: { send: { secret: 'x' } } }, 'Keys belong in the environment'],
  ])('%j is refused', async (content, told) => {
    const run = await dryRun(content)
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(told)
  })
})
