import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { NoAnswer } from '../../../conformance/model/outcome.js'
import { cleanUp } from '../../../conformance/run/clean-up.js'
import type { CreatedThing } from '../../../conformance/model/report.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import type { Observed } from '../../../conformance/model/case.js'
import type { Operation } from '../../../runtime/surface.js'
import { operationWith } from '../credentials/support.js'

const baseUrl = 'http://pets.test/api'
const deleting = { ...operationWith([]), method: 'delete', path: '/pets/{id}' } as const

const thing = (path: string, more: Partial<CreatedThing> = {}): CreatedThing => {
  const by = {
    case: { call: { operation: { ...operationWith([]), method: 'post', path: '/pets' } } },
    exchange: { request: { url: `${baseUrl}/pets` }, response: { status: 201 } },
  }
  return {
    api: { version: '', baseUrl, operations: [], surface: { schemas: {} } },
    path,
    by,
    deleteOperation: deleting,
    pathValues: { id: path.slice(6) },
    isDeleted: false,
    ...more,
  } as CreatedThing
}

const answer = (status: number, location?: string, body = ''): Exchange =>
  ({
    request: { url: `${baseUrl}/pets/1` },
    response: {
      status,
      headers: location === undefined ? [] : [['location', location]],
      body: status === 403 ? 'not\n yours' : body,
    },
  }) as unknown as Exchange

/** A thing of a kind that can be read. */
const readable = (path: string, more: Partial<CreatedThing> = {}): CreatedThing => {
  const one = thing(path, more)
  const reading = { ...deleting, method: 'get', path: '/pets/{petId}' } as const
  return { ...one, api: { ...one.api, operations: [reading] } }
}

type Send = Parameters<typeof cleanUp>[1]

/** Cleans up sequentially. @returns what became of each thing, and the requests by method and id */
const cleanedBy = async (
  things: readonly CreatedThing[],
  send: (...asked: Parameters<Send>) => Exchange | Promise<Exchange>,
  options: Partial<Parameters<typeof cleanUp>[2]> = {},
) => {
  const asked: string[] = []
  const sending: Send = async (operation, one, ...more) => {
    asked.push(`${operation.method} ${String(one.pathValues['id'])}`)
    return send(operation, one, ...more)
  }
  const deadline = Date.now() + 60_000
  const entries = await cleanUp(things, sending, { concurrency: 1, deadline, ...options })
  const fates = entries.map(({ id, fate, why }) => `${id} ${fate}${why === undefined ? '' : `: ${why}`}`)
  return { fates, asked }
}

/** Cleans up; `statuses` has the statuses of successive deletions of each path. */
const cleaned = async (
  things: readonly CreatedThing[],
  statuses: Readonly<Record<string, readonly number[]>> = {},
): Promise<{ readonly fates: readonly string[]; readonly sent: readonly string[] }> => {
  const sent: string[] = []
  const { fates } = await cleanedBy(things, (operation, { path = '' }) => {
    expect(operation).toBe(deleting)
    const status = statuses[path]?.[sent.filter((one) => one === path).length] ?? 204
    sent.push(path)
    if (status === 0) throw new Error('nothing more is sent')
    if (status === 503) throw new NoAnswer('busy', answer(status))
    return answer(status)
  })
  return { fates, sent }
}

describe('what a run created', () => {
  test('is deleted in reverse order, and listed in order', async () => {
    const { fates, sent } = await cleaned([thing('/pets/1'), thing('/pets/a%20b'), thing('/pets/3')])
    expect([fates, sent]).toEqual([
      ['1 cancelled', 'a b cancelled', '3 cancelled'],
      ['/pets/3', '/pets/a%20b', '/pets/1'],
    ])
  })

  const ends: readonly (readonly [number, string])[] = [
    [200, 'cancelled'],
    [202, 'cancelled'],
    [404, 'gone'],
    [410, 'gone'],
    [403, 'refused: 403 not yours'],
    [500, 'refused: 500'],
    [503, 'refused: 503'],
    [0, 'kept: the deletion got no response'],
  ]
  test.each(ends)('and whose deletion is answered %i is %s', async (status, fate) => {
    const { fates } = await cleaned([thing('/pets/1'), thing('/pets/2')], {
      '/pets/1': [status, status, status],
    })
    expect(fates).toEqual([`1 ${fate}`, '2 cancelled'])
  })

  test('and that is missing stays, where no thing was ever found or deleted', async () => {
    const unfound = 'no read found it where the response to its creation says, so its deletion proves nothing'
    const statuses = { '/pets/1': [404], '/pets/2': [400, 400, 400] }
    const [one, other] = [thing('/pets/1'), thing('/pets/2')]
    expect((await cleaned([one, other], statuses)).fates).toEqual([`1 kept: ${unfound}`, '2 refused: 400'])
    const found = { ...other, isMissed: false }
    expect((await cleaned([one, found], statuses)).fates).toEqual(['1 gone', '2 refused: 400'])
  })

  test('and that a list shows after its deletion stays, as does what else it shows of the run', async () => {
    const stays = thing('/pets/2/')
    // The same thing at another path.
    const again = thing('/toys/2', { by: stays.by })
    const { deleteOperation: _unused, ...perhaps } = thing('/pets/9')
    const shownThings = {
      listed: new Set(['/pets/1', '/pets/2', '/pets/9']),
      left: [perhaps, thing('/pets/8'), again],
    }
    const statuses: Readonly<Record<string, number>> = { '/pets/2/': 404 }
    const { fates } = await cleanedBy(
      [thing('/pets/1'), stays, thing('/pets/3')],
      (_, { path = '' }) => answer(statuses[path] ?? 204),
      { look: async () => new Map([['', shownThings]]) },
    )
    const shown =
      'a list shows it that did not before, and a request that may have created it, or its response, names it'
    expect(fates).toEqual([
      '1 kept: a list still shows it',
      '2 kept: a list still shows it',
      '3 cancelled',
      `9 kept: ${shown}`,
      // What the run alone can have made is deleted.
      '8 cancelled',
    ])
  })

  const moves: readonly (readonly [number, string, string[], string])[] = [
    [307, '/api/pets/9', ['1', '9'], '1 cancelled'],
    [301, '9', ['1', '9'], '1 cancelled'],
    [303, '9', ['1', '1'], '1 refused: 303'],
    [307, 'http://else.test/api/pets/9', ['1', '1'], '1 refused: 307'],
  ]
  test.each(moves)(
    'and whose deletion is answered %i to %s is deleted there',
    async (status, to, ids, fate) => {
      const { asked, fates } = await cleanedBy([thing('/pets/1')], (_, { pathValues: { id } }) =>
        id === '9' ? answer(204) : answer(status, to),
      )
      expect([asked, fates]).toEqual([ids.map((id) => `delete ${id}`), [fate]])
    },
  )

  const reads: readonly (readonly [number, number | '[]', string])[] = [
    [400, 404, 'gone'],
    [422, 410, 'gone'],
    [400, 200, 'refused: 400'],
    [409, 0, 'refused: 409'],
    [404, 200, 'refused: 404, and it can still be read'],
    [404, '[]', 'gone'],
    [202, 404, 'cancelled'],
    [202, 200, 'kept: its deletion was answered 202, and it can still be read'],
    [404, 404, 'gone'],
    [410, 0, 'gone'],
    [404, 500, 'gone'],
    [500, 404, 'refused: 500'],
  ]
  test.each(reads)('whose deletion is answered %i, and reading it %s, is %s', async (status, read, fate) => {
    const { asked, fates } = await cleanedBy([readable('/pets/1', { isMissed: false })], ({ method }) => {
      if (method === 'get' && read === 0) throw new Error('nothing more is sent')
      if (method !== 'get') return answer(status)
      return read === '[]' ? answer(200, undefined, read) : answer(read)
    })
    expect([fates, asked[0]]).toEqual([[`1 ${fate}`], 'delete 1'])
  })

  // What is marked as deleted stays, and is not waited for.
  test.each([
    ['{"id":1}', 'cancelled', 2],
    [
      '{"id":1,"status":"Cancelled"}',
      'kept: its deletion was answered 204, and it can still be read, with another "status"',
      1,
    ],
  ])('and shows a moment after its deletion as %s is %s', async (body, fate, count) => {
    let reads = 0
    const { fates } = await cleanedBy(
      [readable('/pets/1')],
      ({ method }) => {
        if (method !== 'get') return answer(204)
        return reads++ === 0 ? answer(200, undefined, body) : answer(404)
      },
      { lateMs: 0 },
    )
    expect([fates, reads]).toEqual([[`1 ${fate}`], count])
  })

  test.each([
    [200, '{"pet":{"id":1,"isClosed":true}}', ['1 kept: its deletion was answered 204, and it can still be read', '2 cancelled'], ['2', '1', '1', '1', '2']], // prettier-ignore
    [200, '{"pet":null,"limit":10}', ['1 cancelled', '2 cancelled'], ['2', '1', '1']],
    [200, '', ['1 cancelled', '2 cancelled'], ['2', '1', '1']],
    [404, '{"message":"There is no pet.","id":1}', ['1 cancelled', '2 cancelled'], ['2', '1', '1']],
  ])(
    'and can be read after its deletion is not deleted, if that shows it: %i %s',
    async (status, body, wanted, ids) => {
      const { asked, fates } = await cleanedBy(
        [readable('/pets/1'), readable('/pets/2')],
        ({ method }) => (method === 'get' ? answer(status, undefined, body) : answer(204)),
        { lateMs: 0 },
      )
      expect([fates, asked.map((one) => one.split(' ')[1])]).toEqual([wanted, ids])
    },
  )

  test('and whose deletion cannot be read any more for lack of time has the fate of one that was', async () => {
    const { asked, fates } = await cleanedBy(
      [readable('/pets/1'), readable('/pets/2')],
      async ({ method }, { pathValues: { id } }) => {
        if (method !== 'get') return answer(204)
        await pause(10)
        return answer(200, undefined, `{"id":${String(id)}}`)
      },
      { lateMs: 5, readUntil: Date.now() },
    )
    expect(asked.filter((one) => one.startsWith('get'))).toEqual(['get 1', 'get 1'])
    expect(fates).toEqual([
      '1 kept: its deletion was answered 204, and it can still be read',
      '2 kept: its deletion was answered 204, as was that of another thing, which can still be read',
    ])
  })

  test('and is refused for something that is deleted later is tried again', async () => {
    const { fates, sent } = await cleaned([thing('/pets/1'), thing('/pets/2')], { '/pets/2': [409] })
    expect([fates, sent]).toEqual([
      ['1 cancelled', '2 cancelled'],
      ['/pets/2', '/pets/1', '/pets/2'],
    ])
  })

  test('and is refused is not tried again when the time for that is over', async () => {
    let count = 0
    const { fates } = await cleanedBy(
      [thing('/pets/1'), thing('/pets/2')],
      () => answer(count++ < 2 ? 500 : 204),
      { retryUntil: Date.now() - 1 },
    )
    expect([count, fates]).toEqual([2, ['1 refused: 500', '2 refused: 500']])
  })

  test('by other credentials is deleted with those, and else with its own', async () => {
    const { api, by, ...rest } = thing('/pets/1')
    const call = { ...by.case.call, credentials: 'wrong' as const }
    const sent: unknown[] = []
    const { fates } = await cleanedBy(
      [{ ...rest, api, by: { ...by, case: { ...by.case, call } } }],
      (_operation, _thing, credentials) => answer(sent.push(credentials) > 1 ? 204 : 403),
    )
    expect([sent, fates]).toEqual([['wrong', 'own'], ['1 cancelled']])
  })

  test.each([
    ['"v2"', '"v2"'],
    [undefined, '*'],
  ])('is deleted as it is now, where that needs an ETag: %s', async (etag, expected) => {
    const condition = { name: 'If-Match', in: 'header', required: true }
    const guarded = { ...deleting, parameters: [condition] } as unknown as Operation
    const reading = { ...operationWith([]), method: 'get', path: '/pets/{id}' } as const
    const one = thing('/pets/1', { deleteOperation: guarded })
    const sent: unknown[] = []
    const seen = answer(200, undefined, '{"id":1}')
    if (etag !== undefined) Object.assign(seen.response, { headers: [['etag', etag]] })
    await cleanedBy(
      [{ ...one, api: { ...one.api, operations: [guarded, reading] } }],
      (operation, _thing, _credentials, headers) => {
        if (operation === reading) return sent.length === 0 ? seen : answer(404)
        sent.push(headers)
        return answer(204)
      },
    )
    expect(sent).toEqual([[['If-Match', expected]]])
  })

  test('and that no read ever found stays, whatever its deletion answers, unless it is below a deleted thing', async () => {
    const isMissed = true
    const { fates } = await cleaned(
      [
        thing('/pets/1', { isMissed }),
        thing('/pets/2', { isMissed, isDeleted: true }),
        thing('/pets/3', { isMissed }),
        thing('/pets/4', { isMissed: false }),
        thing('/pets/4/photos/1', { isMissed }),
      ],
      { '/pets/3': [404] },
    )
    const why =
      'kept: no read found it where the response to its creation says, so its deletion proves nothing'
    expect(fates).toEqual([`1 ${why}`, `2 ${why}`, `3 ${why}`, '4 cancelled', '1 cancelled'])
    // With a slash at its end it is not below itself.
    const slashed = await cleaned([thing('/pets/1/', { isMissed })], { '/pets/1/': [404] })
    expect(slashed.fates).toEqual([`1 ${why}`])
    // Nothing of the kind was found then.
    const unread = await cleaned([thing('/pets/1', { isMissed }), thing('/pets/2')])
    expect(unread.fates).toEqual([`1 ${why}`, `2 ${why}`])
    // A service deletes what refers to a deleted thing together with it.
    const referring = (path: string, body: object): CreatedThing => {
      const one = thing(path, { isMissed })
      const { call } = one.by.case
      const sent = { ...call, body: { mediaType: 'application/json', value: body } }
      return { ...one, by: { ...one.by, case: { ...one.by.case, call: sent } } }
    }
    const clubs = { ...deleting, path: '/clubs/{id}' }
    const club = thing('/clubs/7', { isDeleted: true, deleteOperation: clubs })
    const cascaded = await cleaned(
      [
        club,
        thing('/pets/4', { isMissed: false }),
        referring('/pets/1', { club_id: 7 }),
        referring('/pets/2', { club_id: 8 }),
        referring('/pets/3', { club_id: 7 }),
      ],
      { '/pets/1': [404], '/pets/2': [404] },
    )
    expect(cascaded.fates).toEqual(['7 cancelled', '4 cancelled', '1 gone', `2 ${why}`, `3 ${why}`])
    // A PUT names the path itself.
    const put = (path: string): CreatedThing => {
      const one = thing(path, { isMissed })
      const { call } = one.by.case
      const operation = { ...call.operation, method: 'put' as const }
      return { ...one, by: { ...one.by, case: { ...one.by.case, call: { ...call, operation } } } }
    }
    const ofPuts = await cleaned([put('/pets/1'), put('/pets/2')], { '/pets/1': [404] })
    expect(ofPuts.fates).toEqual(['1 gone', `2 ${why}`])
  })

  test('and whose deletion is not answered is tried again alone', async () => {
    const { fates } = await cleaned([thing('/pets/1'), thing('/pets/2')], { '/pets/1': [0], '/pets/2': [0] })
    expect(fates).toEqual(['1 cancelled', '2 cancelled'])
  })

  test('is deleted once, and not where the run did so already or no operation does it', async () => {
    const { deleteOperation: _, ...kept } = thing('/pets/9')
    const { fates, sent } = await cleaned([
      thing('/pets/1'),
      thing('/pets/1'),
      thing('/pets/2', { isDeleted: true }),
      thing('/pets/no(3)'),
      kept,
    ])
    const why = 'the document has no DELETE of its path'
    expect(fates).toEqual(['1 cancelled', '2 cancelled', 'no(3) cancelled', `9 kept: ${why}`])
    expect(sent).toEqual(['/pets/no(3)', '/pets/1'])
  })
})

test('what has neither a path nor an id is none of the things that have one', async () => {
  const { path: _path, deleteOperation: _by, ...unnamed } = thing('/pets/1')
  const named = { ...unnamed, id: '1' }
  const answeredBy = (status: number): CreatedThing => {
    const exchange = { ...unnamed.by.exchange, response: { status, headers: [], body: '' } }
    return { ...unnamed, by: { ...unnamed.by, exchange } }
  }
  const { fates } = await cleaned([
    thing('/pets/1'),
    unnamed,
    { ...unnamed },
    named,
    { ...named },
    answeredBy(0),
    answeredBy(500),
  ])
  const open = 'undefined kept: its creation got no response, so it may be there'
  const lost = 'undefined kept: the response to its creation does not say where it is, or that it is new'
  const failed = 'undefined kept: its creation failed, but a thing with its name is there'
  const kept = '1 kept: the document has no DELETE of its path'
  expect(fates).toEqual(['1 cancelled', lost, lost, kept, open, failed])
})

test('what is below another that is gone is gone with it, where its deletion is refused', async () => {
  const without = (path: string): CreatedThing => {
    const { deleteOperation: _, ...rest } = thing(path)
    return rest
  }
  const things = [
    thing('/pets/1', { isDeleted: true }),
    thing('/pets/1/photos/2'),
    thing('/pets/3'),
    thing('/pets/3/photos/4'),
    // No operation deletes these.
    without('/pets/1/photos/5'),
    without('/pets/6/photos/7'),
  ]
  const refused = {
    '/pets/1/photos/2': [403],
    '/pets/3': [403, 403, 403],
    '/pets/3/photos/4': [403, 403, 403],
  }
  const { fates } = await cleaned(things, refused)
  expect(fates).toEqual([
    '1 cancelled',
    '2 gone',
    '3 refused: 403 not yours',
    '4 refused: 403 not yours',
    '5 gone',
    '7 kept: the document has no DELETE of its path',
  ])
})

const created = (path: string, at: string): CreatedThing => {
  const one = thing(path)
  const exchange = { request: { url: baseUrl + at }, response: { status: 201 } }
  return { ...one, by: { ...one.by, exchange } as Observed }
}

test('what was created in another, by its path or by where it was created, is deleted before it', async () => {
  const { sent } = await cleaned([
    created('/owners/1', '/owners'),
    created('/pets/3', '/owners/1/pets'),
    created('/pets/3/photos/2', '/pets/3/photos'),
    created('/pets/4', '/pets'),
  ])
  expect(sent).toEqual(['/pets/4', '/pets/3/photos/2', '/pets/3', '/owners/1'])
})

test('what cannot be deleted is gone with the thing that it was created in', async () => {
  const { deleteOperation: _, ...pet } = created('/pets/3', '/owners/1/pets')
  const { fates } = await cleaned([created('/owners/1', '/owners'), pet])
  expect(fates).toEqual(['1 cancelled', '3 gone'])
})

test('what an action made beside its thing is there where it is read as that is, and else gone', async () => {
  const reading = { ...deleting, method: 'get' } as const
  const api = {
    version: '',
    baseUrl,
    operations: [reading],
    surface: { schemas: {} },
  } as unknown as CreatedThing['api']
  const copy = (id: string): CreatedThing => {
    const { path: _, deleteOperation: _by, ...rest } = created('/pets/1', '/pets/1/copy')
    return { ...rest, api, id }
  }
  const { fates } = await cleanedBy(
    [{ ...thing('/pets/1'), api }, copy('8'), copy('9')],
    ({ method }, { pathValues: { id } }) => answer(method === 'get' && id !== '9' ? 404 : 200),
  )
  expect(fates).toEqual(['1 cancelled', '8 gone', expect.stringMatching(/^9 kept/)])
})

test('what is refused until older things in it are deleted is deleted after them', async () => {
  const things = [created('/pets/3', '/owners/1/pets'), created('/owners/1', '/owners')]
  const { fates, sent } = await cleaned(things, { '/owners/1': [409] })
  expect(fates).toEqual(['3 cancelled', '1 cancelled'])
  expect(sent).toEqual(['/owners/1', '/pets/3', '/owners/1'])
})

test('is over when its time is, and says what was left', async () => {
  const never = (): Promise<Exchange> => new Promise(() => undefined)
  const { fates } = await cleanedBy([thing('/pets/1')], never, { deadline: Date.now() })
  expect(fates).toEqual(['1 kept: the time was up'])
})
