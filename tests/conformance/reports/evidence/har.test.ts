import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linesOfArchive, makeRedactor, renderHar } from '../../../../conformance/index.js'
import { exchangeOf, type Telling } from '../../support/make.js'
import { harValidator } from '../schemas.js'
import { Recording } from '../../../../conformance/recording/recording.js'
import { temporaryFolder } from '../../../support/folder.js'

interface Archive {
  readonly log: {
    readonly comment?: string
    readonly entries: readonly {
      readonly request: { readonly url: string; readonly queryString: readonly unknown[] }
      readonly _rampart: { readonly id: string }
      readonly response: { readonly status: number; readonly content: Readonly<Record<string, unknown>> }
    }[]
  }
}

const same = (text: string): string => text

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const archived = async (
  lines: readonly string[],
  shown: readonly string[] = [],
  mostBytes?: number,
): Promise<Archive> => {
  const pieces: string[] = []
  for await (const piece of renderHar(each(lines), '0.0.0', new Set(shown), mostBytes)) pieces.push(piece)
  return JSON.parse(pieces.join('')) as Archive
}

const archiveOf = async (
  file: string,
  ...limits: readonly [(readonly string[])?, number?]
): Promise<Archive> => archived((await readFile(file, 'utf8')).split('\n'), ...limits)

const record = async (tellings: readonly Telling[], redact = same, fullAt?: number): Promise<Archive> => {
  const file = join(temporaryFolder(), 'exchanges.ndjson')
  const recording = new Recording(file, redact, fullAt)
  for (const telling of tellings) await recording.write(exchangeOf(telling), 12)
  await recording.flush()
  return archiveOf(file)
}

const plain: Telling = { url: 'https://api.example/api/x?a=1&b=%20' }
const posted: Telling = {
  method: 'POST',
  sent: '{}',
  asked: [['content-type', 'application/json']],
  status: 302,
  headers: [['location', '/elsewhere']],
  body: 'line\u2028separator\r\n',
}

describe('exchanges.har', () => {
  const validate = harValidator()

  test.skipIf(!validate)('is valid under the schema of HAR 1.2', async () => {
    validate?.(await record([plain, posted]))
    expect(validate?.errors ?? []).toEqual([])
  })

  test.skipIf(!validate)('the schema is not a formality', async () => {
    const [entry] = (await record([plain])).log.entries
    const wrong = { log: { version: '1.2', creator: {}, entries: [{ ...entry, request: {} }] } }
    expect(validate?.(wrong)).toBe(false)
  })

  test('has an entry for each exchange, in order', async () => {
    const { log } = await record([plain, posted])
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'rampart', version: '0.0.0' } })
    expect(log.entries).toMatchObject([
      {
        startedDateTime: '2026-09-01T12:00:00.000Z',
        time: 12,
        request: {
          method: 'GET',
          queryString: [
            { name: 'a', value: '1' },
            { name: 'b', value: ' ' },
          ],
        },
        response: { status: 200, statusText: 'OK', content: { size: 2, text: '[]' } },
        _rampart: { operationId: 'getTerms', target: 'api', isReplay: false },
      },
      {
        request: { postData: { mimeType: 'application/json', text: '{}' } },
        response: { status: 302, redirectURL: '/elsewhere', content: { text: 'line\u2028separator\r\n' } },
      },
    ])
  })

  test('of a run without exchanges is an archive too', async () =>
    expect(await archived([])).toMatchObject({ log: { entries: [] } }))

  test('holds no secret', async () => {
    const secret = 'k/9+é&"secret'
    const archive = await record(
      [{ url: `https://api.example/api?k=${encodeURIComponent(encodeURIComponent(secret))}`, body: secret }],
      makeRedactor([secret]),
    )
    expect(archive.log.entries[0]?.request.queryString).toEqual([{ name: 'k', value: '[redacted]' }])
    expect(JSON.stringify(archive)).not.toMatch(/secret/)
  })

  test('has long bodies cut, and says so', async () => {
    const body = 'x'.repeat(300_000)
    const packed = { body, headers: [['content-encoding', 'gzip']] } as const
    const { log } = await record([{ body, method: 'POST', sent: body }, { body: 'x'.repeat(1_000) }, packed])
    const [long, short, unpacked] = log.entries.map(({ response }) => response.content)
    const comment = 'the body was longer and is cut'
    expect(long).toMatchObject({ text: 'x'.repeat(16_384), size: 300_000, comment })
    expect(log.entries[0]?.request).toMatchObject({
      bodySize: 300_000,
      postData: { text: 'x'.repeat(16_384), comment },
    })
    expect(short).toMatchObject({ size: 1_000 })
    expect(short).not.toHaveProperty('comment')
    expect(unpacked).toMatchObject({ size: 300_000, comment })
    expect(unpacked).not.toHaveProperty('text')
  })

  test('does not grow without bounds, and says how much is missing', async () => {
    const { log } = await record(
      Array.from({ length: 100 }, () => plain),
      same,
      10_000,
    )
    expect(log.entries.length).toBeGreaterThan(5)
    expect(log.comment).toBe(
      `the archive is full: ${100 - log.entries.length} exchanges could not be recorded`,
    )
  })

  test('says it again when it is put together with others', async () => {
    const lines = async (leftOut: number): Promise<string[]> => {
      const file = join(temporaryFolder(), 'exchanges.ndjson')
      await writeFile(file, `{"a":1}\n{"leftOut":${leftOut}}\n`)
      const text = JSON.stringify(await archiveOf(file))
      const open = async function* (): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text)
      }
      const read: string[] = []
      for await (const line of linesOfArchive({ file: 'a', open })) read.push(line)
      return read
    }
    expect(await lines(3)).toEqual(['{"a":1}', '{"leftOut":3}'])
    const file = join(temporaryFolder(), 'all.ndjson')
    await writeFile(file, [...(await lines(3)), ...(await lines(4))].join('\n'))
    const { log } = await archiveOf(file)
    expect([log.entries.length, log.comment]).toEqual([
      2,
      'the archive is full: 7 exchanges could not be recorded',
    ])
  })

  test('keeps what findings point at and others while there is room, and says how much is missing', async () => {
    const file = join(temporaryFolder(), 'exchanges.ndjson')
    const recording = new Recording(file, same)
    const ids = Array.from({ length: 20 }, (_, index) => `x-${index}`)
    for (const id of ids) await recording.write(Object.assign(exchangeOf(plain), { id }), 12)
    await recording.flush()
    const size = (await readFile(file)).length / ids.length
    const kept = async (shown: readonly string[], entries: number) => {
      const { log } = await archiveOf(file, shown, entries * (size + 4))
      return [log.entries.map(({ _rampart }) => _rampart.id), log.comment?.match(/: (\d+)/)?.[1]]
    }
    expect(await kept(['x-18'], 3)).toEqual([['x-0', 'x-1', 'x-2', 'x-18'], '16'])
    expect(await kept(['x-0', 'x-18'], 2)).toEqual([['x-0', 'x-1', 'x-18'], '17'])
    expect(await kept(ids, 2)).toEqual([ids, undefined])
  })

  test('is incomplete where it could not be written, and says so', async () => {
    const folder = join(temporaryFolder(), 'later')
    const recording = new Recording(join(folder, 'exchanges.ndjson'), same)
    await recording.write(exchangeOf(), 1)
    await expect(recording.flush()).resolves.toBeUndefined()
    await mkdir(folder)
    await recording.write(exchangeOf(), 1)
    await recording.flush()
    const { log } = await archiveOf(join(folder, 'exchanges.ndjson'))
    expect([log.entries.length, log.comment?.match(/: (\d+)/)?.[1]]).toEqual([1, '1'])
  })
})
