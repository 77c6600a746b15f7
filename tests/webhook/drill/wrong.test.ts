import { describe, expect, test } from 'vitest'
import { drillCatalogue } from '../../../webhook/index.js'
import { numberFor } from '../../support/draw.js'
import { startServer } from '../../support/loopback.js'
import { isWhole, rowsOf } from '../../support/whole.js'
import { drilled, failedIn, mistakesIn } from './drilled.js'
import { handMade, type Wrong } from './hand-made.js'
import { wrongReceivers } from './wrong.js'

/** Rules whose deliveries show how rules about every response are judged. */
const showing = new Set([
  'every-kind',
  'odd-bodies',
  ...['missing', 'forged', 'malformed', 'truncated'].map((how) => `${how}-signature`),
  ...['malformed', 'stale'].map((how) => `${how}-timestamp`),
])

const observed = new Set(drillCatalogue.filter(({ due }) => due === 'every-answer').map(({ id }) => id))

/** The drawn part of the rules that a receiver must not break: a quarter in the whole run. */
const share = isWhole ? 0.25 : 0.1

/** The rules that a receiver has to break, those that show them, and a part of the others. */
const rulesFor = ({ name, breaks, rules }: Wrong): readonly string[] => {
  const due = new Set(breaks.map((rule) => `receiver/${rule}`))
  const isObserved = [...due].some((id) => observed.has(id))
  return drillCatalogue
    .map(({ id }) => id)
    .filter((id) => {
      const rule = id.slice('receiver/'.length)
      if (rules) return rules.includes(rule) || rules.includes('*')
      return due.has(id) || (isObserved && showing.has(rule)) || numberFor(name, id) < share
    })
}

describe('a receiver that', () => {
  // A third represents the others, because each is a separate drill.
  const receivers = rowsOf(wrongReceivers, ({ name }) => numberFor('receiver', name) < 0.1)
  test.concurrent.for(receivers)('$name', async (receiver, { onTestFinished }) => {
    const { parts, breaks, mistakes, options } = receiver
    const { url } = await startServer(handMade(typeof parts === 'function' ? parts() : parts), onTestFinished)
    const report = await drilled(url, { rules: rulesFor(receiver), ...options })
    expect({ breaks: failedIn(report).toSorted(), mistakes: mistakesIn(report) }).toEqual({
      breaks: breaks.toSorted(),
      mistakes,
    })
  })
})
