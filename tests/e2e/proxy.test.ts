import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenOn, startServer } from '../support/loopback.js'
import { folderWith } from '../support/folder.js'
import { runProcess } from './cli.js'

const operation = { responses: { 200: { description: 'Fine.' } } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  paths: { '/books': { get: operation } },
}
const cwd = (): string => folderWith({ 'library.json': document })

/** A proxy that finds every host on this machine, with the authorities and credentials that it was given. */
const startProxy = async (): Promise<{ readonly port: number; readonly asked: readonly string[] }> => {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`)
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const port = await listenOn(proxy)
  onTestFinished(() => void proxy.close())
  return { port, asked }
}

const library = () =>
  startServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url?.endsWith('/spec/versions') ? ['2026-08-01'] : document))
  })

test.each([
  ['HTTP_PROXY', 'http://me:hunter2@127.0.0.1:PORT', 'doctor --spec-url http://library.example:HERE', / Basic /],
  ['HTTP_PROXY', '127.0.0.1:PORT', 'doctor --spec-url http://library.example:HERE', / $/],
  ['http_proxy', 'http://127.0.0.1:PORT', 'test --document library.json --for 1s --base-url http://library.example:HERE', / $/],
])('requests of the other machines go through the proxy of %s, %s: %s', async (name, proxy, command, given) => {
  const [{ port, asked }, { url, requests }] = [await startProxy(), await library()]
  const env = { [name]: proxy.replace('PORT', String(port)) }
  const { port: here } = new URL(url)
  const { code, stdout, stderr } = await runProcess(command.replace('HERE', here).split(' '), { cwd: cwd(), env })
  expect(code, stderr).toBe(0)
  expect(requests.length).toBeGreaterThan(0)
  expect(asked[0]).toMatch(new RegExp(`^library.example:${here}${given.source}`))
  expect(stdout + stderr).not.toContain('hunter2')
  expect(stdout.includes('run reads RAMPART_API_KEY; set: HTTP_PROXY')).toBe(command.startsWith('doctor'))
}) // prettier-ignore

test.each([
  ['to this machine', {}, '127.0.0.1'],
  ['to a host of NO_PROXY', { NO_PROXY: 'localhost' }, 'localhost'],
  ['where NO_PROXY has all', { NO_PROXY: '*' }, '127.0.0.1'],
])('no request %s goes through a proxy', async (_, others, host) => {
  const [{ port, asked }, { url }] = [await startProxy(), await library()]
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, ...others }
  const specUrl = url.replace('127.0.0.1', host)
  expect((await runProcess(['doctor', '--spec-url', specUrl], { cwd: cwd(), env })).code).toBe(0)
  expect(asked).toEqual([])
})

test.each([
  ['fetch --spec-url http://library.example', 4],
  ['test --document library.json --for 1s --base-url http://library.example', 20],
])('a proxy that closes every connection is named, and not asked without end: %s', async (command, most) => {
  const proxy = createServer()
  let connections = 0
  proxy.on('connection', () => (connections += 1))
  const port = await listenOn(proxy)
  onTestFinished(() => void proxy.close())
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}` }
  const { code, stderr } = await runProcess(command.split(' '), { cwd: cwd(), env })
  expect([code, stderr]).toEqual([3, expect.stringContaining('the proxy closed the connection')])
  expect(connections).toBeLessThanOrEqual(most)
})

test.each(['socks5://hunter2', 'http://', 'http://a:b:c'])('%s is not a proxy', async (proxy) => {
  const { code, stderr } = await runProcess(['doctor'], { cwd: cwd(), env: { HTTPS_PROXY: proxy } })
  expect([code, stderr]).toEqual([
    2,
    'error[USAGE_INVALID]: HTTPS_PROXY is not the URL of a proxy\nnext: Give it as http://proxy.example:3128, or unset it.\n',
  ])
})
