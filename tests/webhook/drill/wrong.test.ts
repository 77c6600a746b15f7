import { describe, expect, test } from 'vitest'
import { drillCatalogue } from '../../../webhook/index.js'
import { isDrawn } from '../../support/draw.js'
import { startServer } from '../../support/loopback.js'
import { isWhole } from '../../support/whole.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { handMade } from './hand-made.js'
import type { Wrong } from './wrong-receiver.js'
import { wrongReceivers } from './wrong.js'

/** Rules whose deliveries show what is due of every response. */
const showing = new Set([
  'every-kind',
  'odd-bodies',
  ...['missing', 'forged', 'malformed', 'truncated'].map((how) => `${how}-signature`),
  ...['malformed', 'stale'].map((how) => `${how}-timestamp`),
])

const observed = new Set(drillCatalogue.filter(({ due }) => due === 'every-answer').map(({ id }) => id))

/** The rules that a receiver has to break, those that show them, and a tenth of the others, which it must not break. */
const rulesFor = ({ name, breaks, rules }: Wrong): readonly string[] => {
  const due = new Set(breaks.map((rule) => `receiver/${rule}`))
  const isObserved = [...due].some((id) => observed.has(id))
  return drillCatalogue
    .map(({ id }) => id)
    .filter((id) => {
      const rule = id.slice('receiver/'.length)
      if (rules) return rules.includes(rule) || rules.includes('*')
      return isWhole || due.has(id) || (isObserved && showing.has(rule)) || isDrawn(name, id)
    })
}

describe('a receiver that', () => {
  test.concurrent.for(wrongReceivers)('$name', async (receiver, { onTestFinished }) => {
    const { parts, breaks, mistakes, options } = receiver
    const { url } = await startServer(handMade(typeof parts === 'function' ? parts() : parts), onTestFinished)
    const report = await drilled(url, { rules: rulesFor(receiver), ...options })
    expect({ breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }).toEqual({
      breaks: breaks.toSorted(),
      mistakes,
    })
  })
})
