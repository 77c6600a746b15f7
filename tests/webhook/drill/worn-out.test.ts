import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../../conformance/index.js'
import { listenOn, startServer } from '../../support/loopback.js'
import { rulesChosen } from '../../../webhook/index.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { age, handMade, hmac, hmacUnder, type Parts, right, secret } from './hand-made.js'

const reasonsIn = ({ results }: Report): string[] => [
  ...new Set(results.filter(({ state }) => state === 'skipped').map(({ reason = '' }) => reason)),
]

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

const oneByOne = (act: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => (last = last.then(act))
}

/** A receiver that can stop listening, and start again at the same port. */
const mortal = async (partsOf: (stop: () => void, start: () => void) => Partial<Parts>): Promise<string> => {
  let port = 0
  const server = createServer((request, response) => listener(request, response))
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  const listener = handMade(partsOf(stop, () => void server.listen(port, '127.0.0.1')))
  onTestFinished(() => void server.close())
  port = await listenOn(server)
  return `http://127.0.0.1:${port}`
}

describe('a receiver that does not bear the drill', () => {
  test('is told when it dies, and nothing is judged after that', async () => {
    const url = await mortal((stop) => ({
      isTimely: (timestamp) => {
        if (timestamp === 'NaN') stop()
        return right.isTimely(timestamp)
      },
    }))
    const report = await drilled(url, { timeoutMs: 300 })
    expect(failedIn(report)).toEqual(['steady'])
    expect(mistakesIn(report)).toEqual(['crashes'])
    expect(reasonsIn(report)).toEqual([
      'after an event signed with the timestamp NaN (receiver/malformed-timestamp) the receiver accepted no valid event any more: it sent no response, because nothing listens there (connection refused)',
    ])
    const malformed = report.results.find(({ id }) => id === 'receiver/malformed-timestamp')
    expect(malformed?.state).toBe('skipped')
  })

  test.each<[Partial<Parts>, timeoutMs: number, RegExp]>([
    // The limit and its double are long enough for a busy machine.
    [{ handle: () => pause(400).then(() => 200) }, 300, /answered 200 after 0\.[4-6] s, too late/],
    [
      { before: () => 308, page: () => ({ headers: { location: '/hooks/?token=s3cret' } }) },
      2_000,
      /a redirect to \/hooks\/, which/,
    ],
    [{ before: () => 502 }, 2_000, /to every valid event: the URL leads elsewhere$/],
  ])('is told what was wrong with its answers: %#', async (parts, timeoutMs, reason) => {
    const { url } = await startServer(handMade(parts), onTestFinished)
    expect(reasonsIn(await drilled(url, { timeoutMs }))).toEqual([expect.stringMatching(reason)])
  })

  test('is told when it dies at the last deliveries, which measure the window', async () => {
    const url = await mortal((stop) => ({
      isTimely: (timestamp) => {
        // Only the measurement of the window uses such ages.
        if (age(timestamp) > 1000 && age(timestamp) < 80_000) stop()
        return right.isTimely(timestamp)
      },
    }))
    const report = await drilled(url, { timeoutMs: 500 })
    expect(mistakesIn(report)).toContain('crashes')
  })

  test('is told no mistake when it is restarted once', async () => {
    let count = 0
    const url = await mortal((stop, start) => ({
      before: () => {
        if (++count === 60) {
          stop()
          setTimeout(start, 50)
        }
        return undefined
      },
    }))
    const report = await drilled(url)
    expect(count).toBeGreaterThan(200)
    expect(failedIn(report).filter((name) => !name.endsWith('(flaky)'))).toEqual([])
    expect(report.results.filter(({ state }) => state === 'skipped')).toEqual([])
  })

  test('is told what stops it each time when it is started again', async () => {
    const url = await mortal((stop, start) => ({
      isTimely: (timestamp) => {
        if (timestamp === 'NaN') {
          stop()
          setTimeout(start, 50)
        }
        return right.isTimely(timestamp)
      },
    }))
    const report = await drilled(url)
    expect(failedIn(report)).toEqual(['uncaught-exception'])
    expect(mistakesIn(report)).toEqual(['breaks-at-timestamp'])
  })

  test('is told when it dies of whatever it refuses, and is started again', async () => {
    const url = await mortal((stop, start) => ({
      isSigned: (...compared) => {
        if (right.isSigned(...compared)) return true
        stop()
        setTimeout(start, 20)
        return false
      },
    }))
    const rules = ['forged-signature', 'answered-refusal', 'uncaught-exception'].map(
      (name) => `receiver/${name}`,
    )
    const report = await drilled(url, { rules, kinds: ['ping'] })
    expect(mistakesIn(report)).toEqual(['refuses-with-server-error'])
  })

  test('is told what was under way where it dies and is slow', async () => {
    const url = await mortal((stop) => ({
      handle: async ({ type }) => {
        await pause(120)
        if (type !== 'rampart_drill_unknown') return 200
        stop()
        return 'close'
      },
    }))
    const rules = ['unknown-kind', 'unknown-field', 'steady'].map((name) => `receiver/${name}`)
    const options = { rules, kinds: ['ping'], forMs: 20_000, timeoutMs: 1000 }
    const { mistakes = [] } = await drilled(url, options)
    expect(mistakes.map(({ title }) => title)).toEqual([
      expect.stringMatching(
        /one of these concurrent deliveries: .*of a kind that does not exist yet.*nothing listens there/,
      ),
    ])
  })

  test.each([500, 503, 'close'] as const)(
    'is told that it answers %s at random, and no cause',
    async (status) => {
      let count = 0
      const { url } = await startServer(handMade({ before: () => (++count % 9 === 0 ? status : undefined) }))
      const report = await drilled(url)
      expect(failedIn(report).filter((name) => !name.endsWith('(flaky)'))).toEqual([])
      expect(mistakesIn(report)).toEqual(['fails-at-random'])
    },
  )

  test('is told that its answers differ where one of three processes has another secret', async () => {
    let count = 0
    const mac: Parts['mac'] = (timestamp, body) =>
      hmacUnder(count++ % 3 === 0 ? 'the-old-secret' : secret, timestamp, body)
    const { url } = await startServer(handMade({ mac }))
    expect(mistakesIn(await drilled(url))).toEqual(['differing-processes'])
  })

  test('is told that its answers differ where it refuses every tenth event', async () => {
    let count = 0
    const { url } = await startServer(handMade({ handle: () => (++count % 10 === 0 ? 400 : 200) }))
    expect(mistakesIn(await drilled(url))).toContain('differing-processes')
  })

  test('is told that its answers differ where one of three processes verifies nothing', async () => {
    let count = 0
    const isSigned: Parts['isSigned'] = (...compared) => count++ % 3 === 0 || right.isSigned(...compared)
    const { url } = await startServer(handMade({ isSigned }))
    expect(mistakesIn(await drilled(url))).toEqual(['differing-processes'])
  })

  test('is not said to be slow where it handles one event at a time, and its first one was late', async () => {
    let last = Promise.resolve()
    let ms = 500
    const handle = (): Promise<number> => {
      const takes = ms
      ms = 100
      last = last.then(() => pause(takes))
      return last.then(() => 200)
    }
    const { url } = await startServer(handMade({ handle }))
    const rules = ['every-kind', 'quick', 'unknown-field'].map((name) => `receiver/${name}`)
    const report = await drilled(url, { rules, forMs: 20_000, timeoutMs: 1500 })
    expect(failedIn(report)).toEqual([])
  })

  test('is told how much was not sent where there was no time', async () => {
    const { url } = await startServer(handMade({ handle: () => pause(300).then(() => 200) }))
    const { observations = [] } = await drilled(url, { forMs: 1000 })
    expect(observations.join(' ')).toMatch(
      /For lack of time \d+ further cases were not sent; --for SECONDS gives more time/,
    )
  })

  test('is not said to verify when it limits the rate', async () => {
    let count = 0
    const { url } = await startServer(
      handMade({ isSigned: () => true, before: () => (++count > 60 ? 429 : undefined) }),
    )
    const report = await drilled(url)
    expect(failedIn(report)).toContain('steady')
    expect(mistakesIn(report)).toContain('limits-requests')
    expect(reasonsIn(report)).toEqual([expect.stringMatching(/answered 429; give --rate$/)])
    expect(report.results.find(({ id }) => id === 'receiver/ten-digits')?.state).toBe('skipped')
  })

  test('is flaky when it recovers', async () => {
    let isShaken = false
    const { url } = await startServer(
      handMade({
        handle: () => {
          const status = isShaken ? 503 : 200
          isShaken = false
          return status
        },
        isSigned: (expected, given) => {
          isShaken ||= given === 'v1=undefined'
          return right.isSigned(expected, given)
        },
      }),
    )
    const report = await drilled(url, { rules: ['receiver/forged-signature', 'receiver/steady'] })
    expect(failedIn(report)).toEqual(['steady(flaky)'])
    expect(mistakesIn(report)).toEqual([])
  })

  test('is flaky where a case fails and then passes', async () => {
    let isFirst = true
    const { url } = await startServer(
      handMade({
        handle: (event) => {
          if (event.type !== 'rampart_drill_unknown' || !isFirst) return 200
          isFirst = false
          return 500
        },
      }),
    )
    const report = await drilled(url, { rules: ['receiver/unknown-kind', 'receiver/steady'] })
    expect(failedIn(report)).toEqual(['unknown-kind(flaky)'])
  })

  test.each([
    ['answers what meets at the same time', () => pause(60)],
    ['answers one after the other', oneByOne(() => pause(60))],
  ])('is sent several deliveries at once where it is slow and %s', async (_, handled) => {
    let [open, most] = [0, 0]
    const handle = async (): Promise<number> => {
      most = Math.max(most, ++open)
      await handled()
      open--
      return 200
    }
    const { url } = await startServer(handMade({ handle }))
    const rules = ['every-kind', 'unknown-*', 'raw-*', 'steady'].map((name) => `receiver/${name}`)
    const report = await drilled(url, { rules, kinds: ['ping'], forMs: 60_000 })
    expect(failedIn(report)).toEqual([])
    expect(most).toBeGreaterThan(1)
  })

  test('is sent several wrong deliveries at once where it delays its refusals alone', async () => {
    let [open, most] = [0, 0]
    const read: Parts['read'] = async (request) => {
      const body = await right.read(request)
      const { 'webhook-timestamp': timestamp = '', 'webhook-signature': signature } = request.headers
      most = Math.max(most, ++open)
      await pause(signature === `v1=${hmac(String(timestamp), body).toString('hex')}` ? 0 : 600)
      open--
      return body
    }
    const { url } = await startServer(handMade({ read }))
    const rules = ['receiver/missing-signature', 'receiver/wrong-secret', 'receiver/steady']
    expect(failedIn(await drilled(url, { rules, forMs: 60_000 }))).toEqual([])
    // Four of them test whether more are tolerated.
    expect(most).toBeGreaterThan(4)
  })

  test('is sent no more at once than it bears where it does not answer what it refuses', async () => {
    const handled = oneByOne(() => pause(60))
    const handle = (): Promise<number> => handled().then(() => 200)
    const { url } = await startServer(handMade({ handle, refusal: 'never' }))
    const rules = ['missing-signature', 'wrong-secret', 'every-kind', 'unknown-field', 'quick', 'steady'].map(
      (name) => `receiver/${name}`,
    )
    const report = await drilled(url, { rules, forMs: 60_000, timeoutMs: 800 })
    expect(failedIn(report)).toEqual([])
  })

  test('is given more time for the rules that have to be judged where it answers one after the other', async () => {
    const handled = oneByOne(() => pause(80))
    const read: Parts['read'] = async (request) => {
      const body = await right.read(request)
      await handled()
      return body
    }
    const { url } = await startServer(handMade({ read }))
    const rules = ['*-signature', 'tampered-*', 'wrong-*', '*-timestamp', 'unknown-*'].map(
      (name) => `receiver/${name}`,
    )
    const states = async (patienceMs: number): Promise<string[]> => {
      const { results } = await drilled(url, { rules: rulesChosen(rules), forMs: 1500, patienceMs })
      return results.filter(({ severity }) => severity === 'error').map(({ state }) => state)
    }
    expect(await states(0)).toContain('inconclusive')
    expect(await states(30_000)).not.toContain('inconclusive')
  })

  test('is left alone when the drill is called off', async () => {
    const caller = new AbortController()
    const { url } = await startServer(
      handMade({
        handle: () => {
          caller.abort(new Error('called off'))
          return 'never'
        },
      }),
    )
    await expect(drilled(url, { signal: caller.signal })).rejects.toThrow('called off')
  })
})
