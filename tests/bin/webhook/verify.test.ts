import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { main } from '../../../bin/main.js'
import { contextOf } from '../../support/command.js'
import { secret, webhook } from './support.js'
import { temporaryFolder } from '../../support/folder.js'

const body =
  '{"type":"customer_status","timestamp":"x","data":{"customer_id":"11111111-2222-4333-8444-555555555555","message":{"id":"11111111-2222-4333-8444-555555555555","status":"Active"}}}'
const timestamp = '1785575700'
const at = '--at 2026-08-01T09:15:10Z'

const digest = (text: string | Buffer, key = secret): string =>
  createHmac('sha256', key).update(timestamp).update(text).digest('hex')

const headersOf = (text: string | Buffer = body, key = secret): string =>
  `webhook-id: a\nwebhook-timestamp: ${timestamp}\nwebhook-signature: v1=${digest(text, key)}\n`

const files = (content: string | Buffer = body, headers = headersOf()) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'h'), headers)
  writeFileSync(join(cwd, 'b'), content)
  return cwd
}

const both = 'verify --headers h --body b'

describe('rampart webhook verify', () => {
  test.each(['verify -', `${both} --secret-stdin`, 'send --body - --to http://127.0.0.1:1'])(
    '%s is interrupted before its input ends',
    async (line) => {
      const interrupt = new AbortController()
      const env = { RAMPART_WEBHOOK_SECRET: secret }
      const context = contextOf({ cwd: files(), env, signal: interrupt.signal })
      const stdin = () => {
        setImmediate(() => interrupt.abort(new Error('interrupted')))
        return new PassThrough()
      }
      expect(await main(['webhook', ...line.split(' ')], { ...context, stdin })).toBe(130)
    },
  )

  test('says that a body has no type', async () => {
    const { code, stdout } = await webhook(`${both} ${at}`, { cwd: files('{}', headersOf('{}')) })
    expect([code, stdout]).toEqual([0, expect.stringContaining('no type')])
  })

  test('never prints the secret, wherever somebody put it', async () => {
    const leaking = JSON.stringify({ type: secret, data: { customer_id: secret, message: { id: secret } } })
    const runs = [
      `${both} ${at}`,
      `${both} ${at} --json`,
      `${both} --at now`,
      `${both} --secret=${secret}`,
      `${both} --secret ${secret}`,
      `${both} --secret-env ${secret}`,
      `${both} --secret-env ${secret}!`,
    ]
    for (const headers of [headersOf(leaking), headersOf('other'), headersOf().replace('v1=', secret)]) {
      for (const line of runs) {
        const { stdout, stderr } = await webhook(line, { cwd: files(leaking, headers) })
        expect(stdout + stderr, line).not.toContain(secret.slice(6))
      }
    }
  })
})
