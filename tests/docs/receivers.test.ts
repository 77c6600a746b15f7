import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanEnv, root, runCli } from '../e2e/cli.js'
import { deadOrigin } from '../support/loopback.js'

// The receivers of docs/recipes.md, as they stand there.

const page = readFileSync(join(root, 'docs', 'recipes.md'), 'utf8')
const receivers = [...page.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const secret = 'whsec_of-the-recipes'
// Inside the package, whose dependencies the receivers import.
const cwd = join(root, '.rampart', 'recipes')

beforeAll(() => mkdir(cwd, { recursive: true }))
afterAll(() => rm(cwd, { recursive: true, force: true }))

const fileOf = async (path: string, text: string, origin: string): Promise<string> => {
  const file = join(cwd, path)
  const up = '../'.repeat(path.split('/').length + 1)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    text.replace(/'[./]+\/generated\//, `'${up}generated/`).replaceAll('3000', new URL(origin).port),
  )
  return file
}

const send = async (to: string, as: string): Promise<number> =>
  (await runCli(['webhook', 'send', 'ping', '--to', to], { cwd, env: { RAMPART_WEBHOOK_SECRET: as } }))
    .code ?? -1

test('there is one for each server that the page names', () => {
  expect(receivers.map(({ path }) => path)).toEqual(['fastify.mjs', 'express.mjs', 'app/webhooks/route.mjs'])
})

test.each(receivers.filter(({ text }) => text.includes('listen')))(
  '$path acknowledges what is signed, and nothing else',
  async ({ path, text }) => {
    const origin = await deadOrigin()
    const child = spawn(process.execPath, [await fileOf(path, text, origin)], {
      env: { ...cleanEnv(), RAMPART_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)
    expect(await once(lines, 'line')).toEqual(['listening'])
    const url = `${origin.replace('127.0.0.1', 'localhost')}/webhooks`
    const handled = once(lines, 'line')
    expect(await send(url, secret)).toBe(0)
    expect(await handled).toEqual(['ping'])
    expect(await send(url, 'whsec_another')).toBe(1)
  },
)

test('the one for Next answers a Request', async () => {
  const { path = '', text = '' } = receivers.find((one) => one.path.includes('route')) ?? {}
  const file = await fileOf(
    path,
    text.replace('process.env.RAMPART_WEBHOOK_SECRET', `'${secret}'`),
    'http://x:1',
  )
  const { POST } = (await import(pathToFileURL(file).href)) as {
    POST: (request: Request) => Promise<Response>
  }
  const args = ['webhook', 'send', 'ping', '--to', 'http://127.0.0.1:1/', '--dry-run', '--json']
  const { stdout } = await runCli(args, { cwd, env: { RAMPART_WEBHOOK_SECRET: secret } })
  const { headers, body } = JSON.parse(stdout) as { headers: Record<string, string>; body: string }
  const post = (text_: string) =>
    POST(new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body: text_ }))
  expect((await post(body)).status).toBe(200)
  expect((await post(`${body} `)).status).toBe(401)
})

test.each([
  ['GitHub', 'ci/github-check.yml'],
  ['GitLab', 'ci/gitlab.yml'],
])('the workflow for %s is the one that rampart init writes', (_, path) => {
  const text = readFileSync(join(root, path), 'utf8').replace(/^(#.*\n)+/, '')
  expect(page).toContain(`\`\`\`yaml\n${text}\`\`\``)
})
