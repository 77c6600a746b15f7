import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { curlLine } from '../../../../conformance/reports/evidence/curl.js'
import { startServer } from '../../../support/loopback.js'
import { exchangeOf, type Telling } from '../../support/make.js'

const run = promisify(execFile)
const env = {
  PATH: process.env['PATH'] ?? '',
  RAMPART_API_KEY: `k/9+é&"se'cret`,
  RAMPART_SECOND_KEY: 'other',
}

/** The words that a POSIX shell hands to curl. */
const words = async (telling: Telling): Promise<string[]> => {
  const spy = `curl() { printf '%s\\0' "$@"; }\n${curlLine(exchangeOf(telling))}`
  const { stdout } = await run('sh', ['-c', spy], { env })
  return stdout.split('\0').slice(0, -1)
}

/** The values that follow an option. */
const after = (all: readonly string[], option: string): string[] =>
  all.filter((_, index) => all[index - 1] === option)

describe('a curl line', () => {
  test('is read by a shell as it was meant, whatever stands in it', async () => {
    const sent = `it's "quoted" $HOME \`id\` $(id) \\ \n !! * {a,b}`
    const url = `https://api.example/api/x?a=${encodeURIComponent('[1]')}&b='$(id)'&c[]={1,2}`
    const all = await words({ method: 'POST', url, sent, asked: [['x-note', sent.replace('\n', ' ')]] })
    expect(all).toContain(url)
    expect(after(all, '--data-raw')).toEqual([sent])
    expect(after(all, '-H')).toContain(`x-note: ${sent.replace('\n', ' ')}`)
    expect(after(all, '-X')).toEqual(['POST'])
  })

  test('has the bytes of a body that are not UTF-8', async () => {
    const sent = `{"a":"it's \\n 100% \udcff\udc80"}`
    const spy = `curl() { printf '%s\\0' "$@"; }\n${curlLine(exchangeOf({ method: 'POST', sent }))}`
    const { stdout } = await run('sh', ['-c', spy], { env, encoding: 'latin1' })
    expect(after(stdout.split('\0'), '--data-raw')).toEqual([`{"a":"it's \\n 100% \xff\x80"}`])
  })

  test('takes keys from the environment, wherever they stood', async () => {
    const all = await words({
      url: 'https://api.example/api?key=[redacted]&x',
      asked: [
        ['x-api-key', '[redacted]'],
        ['x-api-key', '[redacted second key]'],
        ['x-api-key', '[redacted other key]'],
      ],
    })
    expect(all).toContain(`https://api.example/api?key=${env.RAMPART_API_KEY}&x`)
    expect(after(all, '-H').slice(0, 3)).toEqual([
      `x-api-key: ${env.RAMPART_API_KEY}`,
      'x-api-key: other',
      'x-api-key: no-such-key',
    ])
  })

  test('takes a user and a password of HTTP basic from one variable, or from two', async () => {
    const masked = ['RAMPART_API_KEY', 'RAMPART_API_KEY:RAMPART_SECOND_KEY'].map(
      (names) => ['Authorization', `Basic [redacted user and password: ${names}]`] as const,
    )
    expect(after(await words({ asked: masked }), '-u')).toEqual([
      env.RAMPART_API_KEY,
      `${env.RAMPART_API_KEY}:${env.RAMPART_SECOND_KEY}`,
    ])
  })

  test('has a fresh idempotency key, unless an odd one was meant', async () => {
    const former = '00000000-fb99-44fd-89ec-000000000001'
    const asked = [
      ['idempotency-key', former],
      ['idempotency-key', 'odd'],
    ] as const
    const [first, second] = await Promise.all([words({ asked }), words({ asked })])
    const fresh = after(first, '-H')[0]
    expect(fresh).toMatch(/^idempotency-key: [\da-f-]{36}$/i)
    expect(fresh).not.toContain(former)
    expect(fresh).not.toBe(after(second, '-H')[0])
    expect(after(first, '-H')[1]).toBe('idempotency-key: odd')
  })

  test('sends empty headers and leaves out those of curl itself', async () => {
    const all = await words({ method: 'PUT', asked: [['x-api-version', '']], sent: '' })
    expect(after(all, '-H')).toEqual(['x-api-version;', 'Accept:', 'User-Agent:', 'Content-Type:'])
    expect(after(all, '--data-raw')).toEqual([''])
  })

  test('says that a body is cut', async () => {
    const cut = { method: 'PUT', sent: 'xxx… (96 more characters)' }
    expect(curlLine(exchangeOf(cut))).toMatch(/' # the body was longer and is cut here$/)
    expect(after(await words(cut), '--data-raw')).toEqual([cut.sent])
    expect(curlLine(exchangeOf({ method: 'PUT', sent: 'xxx' }))).not.toContain('#')
  })

  test('of a HEAD request asks for the head', async () =>
    expect(await words({ method: 'HEAD' })).toContain('--head'))

  test('reproduces the request with the real curl', async ({ skip }) => {
    await run('curl', ['--version']).catch(() => skip('no curl here'))
    const { url, requests } = await startServer((request, response) => {
      request.on('data', (chunk: Buffer) => response.write(chunk)).on('end', () => response.end())
    })
    const sent = '{"name":"it\'s <b>&amp;"}'
    const line = curlLine(
      exchangeOf({
        method: 'POST',
        url: `${url}/api/a/../b?q[]=1`,
        sent,
        asked: [
          ['content-type', 'application/json'],
          ['x-api-version', ''],
          ['x-api-key', '[redacted second key]'],
        ],
      }),
    )
    const { stdout } = await run('sh', ['-c', line], { env: { ...env, no_proxy: '*' } })
    expect(stdout).toContain('200 OK')
    expect(stdout.endsWith(sent)).toBe(true)
    expect(requests.map(({ method, url: path }) => [method, path])).toEqual([['POST', '/api/a/../b?q[]=1']])
    expect(requests[0]?.headers).toMatchObject({ 'x-api-version': '', 'x-api-key': 'other' })
    expect(requests[0]?.headers).not.toHaveProperty('accept')
    expect(requests[0]?.headers).not.toHaveProperty('user-agent')
  })
})
