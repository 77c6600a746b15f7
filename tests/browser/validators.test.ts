import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../e2e/cli.js'
import { startServer } from '../support/loopback.js'
import { openBrowser } from './browser.js'

const generated = join(root, 'generated')
const contentTypes: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' }

const page = '<!doctype html><script type="module" src="/page.js"></script>'
const script = `
import { BankAccountIdentifier as isIdentifier } from './2026-08-01/validators.js'
const good = isIdentifier({ type: 'ACH', routing_number: '021000021', account_number: '12345678' })
const bad = isIdentifier({ type: 'ACH', routing_number: '12', account_number: '12345678' })
document.title = JSON.stringify([good, bad, isIdentifier.errors?.map(({ instancePath }) => instancePath)])
`

test('validators run in a browser under a content security policy that forbids eval', async ({ skip }) => {
  const browser = await openBrowser(skip)
  const { url: origin } = await startServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://local').pathname)
    const own: Readonly<Record<string, string>> = { '/': page, '/page.js': script }
    Promise.resolve(own[path] ?? readFile(join(generated, path)))
      .then((body) => {
        const type = contentTypes[extname(path)] ?? 'text/html'
        response
          .writeHead(200, { 'content-type': type, 'content-security-policy': "default-src 'self'" })
          .end(body)
      })
      .catch(() => response.writeHead(404).end())
  })
  const tab = await browser.newPage()
  const problems: string[] = []
  tab.on('pageerror', (error) => problems.push(error.message))
  await tab.goto(origin)
  await tab.waitForFunction(() => document.title !== '')
  expect(problems).toEqual([])
  expect(JSON.parse(await tab.title())).toEqual([true, false, ['/routing_number']])
})
