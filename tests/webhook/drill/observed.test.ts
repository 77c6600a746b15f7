import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../../conformance/index.js'
import { startServer } from '../../support/loopback.js'
import { actingReceivers } from './acting.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { handMade } from './hand-made.js'
import { hasPython, startPython } from './python.js'

/** A receiver that processes nothing gets each of these kinds, with a wait. */
const kinds = ['customer_status', 'transaction_status', 'ping']
const rules = ['acted-upon', 'acted-once', 'refused-unacted', 'unpoisoned'].map((name) => `receiver/${name}`)

const observed = async (url: string) => {
  const report = await drilled(url, { rules, kinds, hook: new URL('/count', url) })
  return { breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

// Concurrent, because a drill with a hook mostly waits.
describe.concurrent('a receiver that says how many events it has acted upon', () => {
  test('and has a mistake in how it tells them apart, or none', async ({ onTestFinished }) => {
    const found = actingReceivers.map(async ({ name, make }) => {
      const { url } = await startServer(make(), onTestFinished)
      return { name, ...(await observed(url)) }
    })
    expect(await Promise.all(found)).toEqual(
      actingReceivers.map(({ name, breaks, mistakes }) => ({
        name,
        breaks: words(breaks).toSorted(),
        mistakes: words(mistakes),
      })),
    )
  })

  test.skipIf(!hasPython)('in Python', async ({ onTestFinished }) => {
    const found = ['', 'by-id', 'by-customer', 'acts-first'].map(async (mistake) =>
      observed(await startPython(onTestFinished, 'threaded', mistake, 'observed.py')),
    )
    expect(await Promise.all(found)).toEqual([
      { breaks: [], mistakes: [] },
      { breaks: ['acted-once'], mistakes: ['dedupes-by-webhook-id'] },
      { breaks: ['acted-upon'], mistakes: ['dedupes-by-customer'] },
      {
        breaks: ['acted-once', 'refused-unacted'],
        mistakes: ['dedupes-by-container', 'acts-before-verifying'],
      },
    ])
  })
})

describe('a hook', () => {
  test.each([
    ['that is not a number', 200, 'many', 'answered neither a whole number nor'],
    ['that is negative', 200, '-1', 'answered neither a whole number nor'],
    ['that leads elsewhere', 302, '1', 'answered 302'],
  ])('%s is refused', async (_, status, body, message) => {
    const hook = await startServer((__, response) => {
      response.writeHead(status, { location: '/elsewhere' })
      response.end(body)
    })
    const { url } = await startServer(handMade())
    await expect(drilled(url, { rules, hook: new URL(hook.url) })).rejects.toThrow(message)
  })

  test('is said to be wanted where there is none', async () => {
    const { url } = await startServer(handMade())
    const report = await drilled(url, { rules })
    const { observations = [], results } = report
    expect(results.map(({ state }) => state)).toEqual(rules.map(() => 'not-applicable'))
    expect(observations.join(' ')).toContain('--observe URL')
    expect(renderHtml(report)).toContain('--observe URL')
  })
})
