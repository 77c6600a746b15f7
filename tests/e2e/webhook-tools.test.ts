import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiver, secret } from '../bin/webhook/support.js'
import { finished, runCli, startCli, runWithInput } from './cli.js'
import { startListen, startListenProcess } from './webhook-listen.js'
import { temporaryFolder } from '../support/folder.js'
import { hanging } from '../support/receiver.js'

const env = { RAMPART_WEBHOOK_SECRET: secret }

describe('the tools for webhooks, one after the other', () => {
  test('what send sends, listen takes, and verify verifies, each as a process of its own', async () => {
    const cwd = temporaryFolder()
    const listening = await startListen(cwd)
    for (const kind of ['customer_fiat_abilities', 'TransactionRefunded']) {
      const sent = await runCli(['webhook', 'send', kind, '--to', listening.url], { cwd, env })
      expect(sent).toMatchObject({ code: 0, stderr: '' })
    }
    expect(await listening.line(({ number }) => number === 2)).toMatchObject({
      type: 'transaction_refunded',
      verdict: 'valid',
    })
    expect((await listening.stop()).code).toBe(0)
    const shown = await runCli(['webhook', 'listen', '--show', '1'], { cwd })
    await writeFile(join(cwd, 'one.json'), shown.stdout)
    const right = await runWithInput(['webhook', 'verify', 'one.json', '--secret-stdin'], `${secret}\n`, {
      cwd,
    })
    expect(right).toMatchObject({ code: 0, stderr: '' })
    expect(right.stdout).toContain('valid  customer_fiat_abilities')
    const wrong = await runWithInput(['webhook', 'verify', 'one.json', '--secret-stdin'], 'whsec_another\n', {
      cwd,
    })
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error[WEBHOOK_NOT_VALID]: no-match'),
    })
    const recorded = await runWithInput(['webhook', 'verify', '-', '--json'], shown.stdout, { cwd })
    expect(recorded).toMatchObject({ code: 2, stderr: expect.stringContaining('WEBHOOK_SECRET_MISSING') })
    for (const { stdout, stderr } of [right, wrong, recorded])
      expect(stdout + stderr).not.toContain(secret.slice(6))
  })

  test('a sender that is interrupted ends with 130, and a listener at once the second time', async () => {
    const silent = await receiver(hanging)
    const cwd = temporaryFolder()
    const sender = startCli(['webhook', 'send', 'ping', '--to', silent.url, '--timeout', '600'], { cwd, env })
    const ended = finished(sender)
    await silent.received(1)
    sender.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('Interrupted') })
    const listening = await startListenProcess(cwd, `--forward-to ${silent.url} --forward-timeout 600`)
    void runCli(['webhook', 'send', 'ping', '--to', listening.url, '--timeout', '600'], { cwd, env })
    await silent.received(2)
    const stopping = listening.stop()
    listening.child.kill('SIGINT')
    // The second signal ends the process itself, for which a shell shows 130.
    expect([0, null]).toContain((await stopping).code)
  })
})
