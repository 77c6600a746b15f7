import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NoAnswer } from '../../../conformance/model/outcome.js'
import { cleanUp } from '../../../conformance/run/clean-up.js'
import type { CreatedThing } from '../../../conformance/model/report.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { tableIn } from '../../support/table.js'
import { operationWith } from '../credentials/support.js'

type More = Partial<Pick<CreatedThing, 'isMissed' | 'isDeleted' | 'id'>> & {
  readonly in?: string
  readonly answered?: number
  readonly credentials?: string
  readonly sent?: object
  readonly isPut?: true
  readonly deletedAt?: string
  readonly isGuarded?: true
  /** No operation deletes it. */
  readonly isKept?: true
  readonly isPathless?: true
  /** The index of another thing that the same request created. */
  readonly by?: number
}
type Thing = string | readonly [path: string, More]
type Answer = number | { readonly status: number; readonly location?: string; readonly etag?: string; readonly body?: object } // prettier-ignore

interface Row {
  readonly what: string
  readonly things: readonly Thing[]
  readonly isReadable?: true
  readonly isLate?: true
  readonly answers?: Readonly<Record<string, Answer | readonly Answer[]>>
  readonly listed?: readonly string[]
  readonly left?: readonly Thing[]
  readonly fates: readonly string[]
  /** Requests by method and id, with credentials and headers. */
  readonly asked?: readonly string[]
}

const { texts, rows } = tableIn<{
  readonly texts: Readonly<Record<string, string>>
  readonly rows: readonly Row[]
}>(import.meta.dirname, 'clean-up.yaml')

const baseUrl = 'http://pets.test/api'
const deleting = { ...operationWith([]), method: 'delete', path: '/pets/{id}' } as const
const reading = { ...deleting, method: 'get' } as const
const guarded = { ...deleting, parameters: [{ name: 'If-Match', in: 'header', required: true }] }

const thingOf = (row: Thing, isReadable = false, others: readonly CreatedThing[] = []): CreatedThing => {
  const [path, more] = typeof row === 'string' ? [row, {}] : row
  const { in: at = '/pets', answered = 201, credentials, sent, isPut, deletedAt, isGuarded } = more
  const { isKept, isPathless, by, id, isMissed, isDeleted = false } = more
  const made = { ...operationWith([]), method: isPut ? 'put' : 'post', path: '/pets' }
  const body = sent && { mediaType: 'application/json', value: sent }
  const exchange = {
    request: { url: baseUrl + at },
    response: { status: answered, headers: [], body: '' },
  }
  const elsewhere = deletedAt === undefined ? deleting : { ...deleting, path: deletedAt }
  const deleteOperation = isGuarded ? guarded : elsewhere
  const operations = isReadable ? [reading] : []
  return {
    api: { version: '', baseUrl, operations, surface: { schemas: {} } },
    by: others[by ?? NaN]?.by ?? { case: { call: { operation: made, credentials, body } }, exchange },
    pathValues: { id: id ?? path.replace(/^\/\w+\//, '') },
    isDeleted,
    isMissed,
    id,
    ...(!isPathless && { path }),
    ...(!isPathless && !isKept && { deleteOperation }),
  } as unknown as CreatedThing
}

const exchangeOf = (answer: Answer): Exchange => {
  const { status, location, etag, body } = typeof answer === 'number' ? { status: answer } : answer
  const headers = Object.entries({ location, etag }).filter(([, value]) => value !== undefined)
  const text = status === 403 ? 'not\n yours' : JSON.stringify(body)
  const response = { status, headers, body: text ?? '' }
  if (status === 0) throw new Error('nothing more is sent')
  const exchange = { request: { url: `${baseUrl}/pets/1` }, response } as unknown as Exchange
  if (status === 503) throw new NoAnswer('busy', exchange)
  return exchange
}

type Send = Parameters<typeof cleanUp>[1]

/** Cleans up sequentially. @returns what became of each thing, and the requests */
const cleaned = async (
  things: readonly CreatedThing[],
  answer: (line: string) => Answer | Promise<Answer>,
  options: Partial<Parameters<typeof cleanUp>[2]> = {},
) => {
  const asked: string[] = []
  const send: Send = async ({ method }, { pathValues }, credentials, headers = []) => {
    const line = `${method} ${String(pathValues['id'])}`
    const told = headers.map(([name, value]) => `${name}: ${value}`)
    asked.push([line, ...(credentials === undefined ? [] : [credentials]), ...told].join(' '))
    return exchangeOf(await answer(line))
  }
  const deadline = Date.now() + 60_000
  const entries = await cleanUp(things, send, { concurrency: 1, deadline, lateMs: 0, ...options })
  const fates = entries.map(({ id, fate, why }) => `${id} ${fate}${why === undefined ? '' : `: ${why}`}`)
  return { fates, asked }
}

test.each(rows.map((row) => [row.what, row] as const))('what a run created that is %s', async (_, row) => {
  const { things: given, isReadable, isLate, answers = {}, listed = [], left = [] } = row
  const things = given.map((one) => thingOf(one, isReadable))
  const used = new Map<unknown, number>()
  const answer = (line: string): Answer => {
    const [method = ''] = line.split(' ')
    const due = answers[line] ?? answers[method] ?? []
    if (!Array.isArray(due)) return due as Answer
    used.set(due, (used.get(due) ?? -1) + 1)
    return (due as readonly Answer[])[used.get(due) ?? 0] ?? (method === 'get' ? 404 : 204)
  }
  const leftThings = left.map((one) => thingOf(one, false, things))
  const { fates, asked } = await cleaned(things, answer, {
    look: async () => new Map([['', { listed: new Set(listed), left: leftThings }]]),
    ...(isLate && { retryUntil: Date.now() - 1 }),
  })
  const said = row.fates.map((fate) => fate.replace(/[A-Z]{4,}/, (name) => texts[name.toLowerCase()] ?? name))
  expect(fates).toEqual(said)
  if (row.asked) expect(asked).toEqual(row.asked)
})

test('what cannot be read any more for lack of time has the fate of one that was', async () => {
  const answer = async (line: string): Promise<Answer> => {
    const [method, id] = line.split(' ')
    if (method === 'get') await pause(10)
    return method === 'get' ? { status: 200, body: { id: Number(id) } } : 204
  }
  const things = ['/pets/1', '/pets/2'].map((path) => thingOf(path, true))
  const { asked, fates } = await cleaned(things, answer, { lateMs: 5, readUntil: Date.now() })
  expect(asked.filter((one) => one.startsWith('get'))).toEqual(['get 1 own', 'get 1 own'])
  expect(fates).toEqual([
    '1 kept: its deletion was answered 204, and it can still be read',
    '2 kept: its deletion was answered 204, as was that of another thing, which can still be read',
  ])
})

test('is over when its time is, and says what was left', async () => {
  const never = (): Promise<Answer> => new Promise(() => undefined)
  const { fates } = await cleaned([thingOf('/pets/1')], never, { deadline: Date.now() })
  expect(fates).toEqual(['1 kept: the time was up'])
})
