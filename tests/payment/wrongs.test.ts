import { expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import { drawSeed, isDrawn } from '../support/draw.js'
import { sampleOf } from '../support/whole.js'
import { wrongs } from './services/wrongs.js'
import { brokenRules, examineService, findingLines } from '../conformance/support/examine.js'

/** Documents may say less than the specification: that is a warning, and no fault of these services. */
const saysLess = new Set(['documents/shown', 'quote/document-shown'])

/** Rules of kind `cases` need requests that are made from documents, which these runs do not make. */
const rulesHere = registry.rules.filter(({ kind }) => kind !== 'cases')

/**
 * The expected rules, those that judge every exchange, and a tenth of the others; all if only rules of every exchange
 * are expected, because any request may show the fault.
 */
const rulesFor = (name: string, breaks: readonly string[]): readonly string[] | undefined => {
  const due = rulesHere.filter(({ id }) => breaks.includes(id))
  if (due.every(({ kind }) => kind === 'observer')) return undefined
  return rulesHere
    .filter(({ id, kind }) => breaks.includes(id) || kind === 'observer' || isDrawn(name, id))
    .map(({ id }) => id)
}

test.each(sampleOf(Object.entries(wrongs), 0.25))(
  'a service that breaks a promise is reported under its rule, sandbox controls or not %s',
  async (name, { breaks, choices, wrong }) => {
    const rules = rulesFor(name, breaks)
    const report = await examineService({ choices, wrong, plan: rules && { rules } })
    const broken = brokenRules(report).filter((rule) => !saysLess.has(rule))
    expect(broken, [...findingLines(report), `RAMPART_DRAW_SEED=${drawSeed}`].join('\n')).toEqual(breaks)
  },
)
