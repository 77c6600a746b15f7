import { describe, expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { wrongReceivers } from './wrong.js'

describe('a receiver that', () => {
  test.concurrent.for(wrongReceivers)('$name', async (receiver, { onTestFinished }) => {
    const { make, breaks, mistakes, options = {} } = receiver
    const { url } = await startServer(make(), onTestFinished)
    const report = await drilled(url, options)
    expect({ breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }).toEqual({
      breaks: [...breaks].toSorted(),
      mistakes,
    })
  })
})
