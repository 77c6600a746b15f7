import { describe, expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { wrongReceivers } from './wrong.js'

describe('a receiver that', () => {
  test.each(wrongReceivers)('$name', async ({ make, breaks, mistakes, options = {} }) => {
    const { url } = await startServer(make())
    const report = await drilled(url, { burst: 30, ...options })
    expect({ breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }).toEqual({
      breaks: [...breaks].toSorted(),
      mistakes,
    })
  })
})
