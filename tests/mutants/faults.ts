import { expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import type { Fault } from '../../sandbox/index.js'
import { newestVersion } from '../../versions/index.js'
import { brokenRules, findingLines } from '../conformance/support/examine.js'
import { documentJudges } from '../payment/documents/judge.js'
import { numberFor } from '../support/draw.js'
import { rowsOf } from '../support/whole.js'
import { examineSandbox } from './examine.js'
import { rulesShowing, shownBy } from './shown-by.js'
import { mutants } from './variants/index.js'

/** Rules that judge every exchange, those of documents among them: they send nothing, and judge what is sent for others. */
const observers = registry.rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id)

/** Rules that a fault breaks: its own and those declared. */
export function expectedOf(fault: Fault): readonly string[] {
  return [fault.rule, ...Object.keys(fault.also)].toSorted()
}

const areaOf = ({ rule }: Fault): string => rule.split('/')[0] ?? ''

/** Faults of documents alone, which tests/payment/documents/faults.test.ts tests without a service. */
const isOfDocuments = (fault: Fault): boolean =>
  Object.keys(fault.hooks()).join() === 'document' &&
  expectedOf(fault).every((rule) => documentJudges[rule] !== undefined)

/** Of the first faults of rules an eighth, and of the further ones and of those of documents alone a twentieth. */
const standsForOthers = (fault: Fault): boolean =>
  numberFor('variant', fault.name) < (fault.name === fault.rule && !isOfDocuments(fault) ? 0.125 : 0.05)

/** The areas whose faults have a test file of their own; the others share one. */
const ownFile = new Set(['identification', 'quote', 'versioning', 'webhooks'])

const isIn = (area: string | undefined, fault: Fault): boolean =>
  area === undefined ? !ownFile.has(areaOf(fault)) : areaOf(fault) === area

/**
 * Tests that each fault of an area, by default of all areas without a file of their own, breaks its rule and those
 * declared. It may do so under the newest version alone, or when the others are tested beside it.
 */
export function testFaults(area?: string): void {
  const cases = rowsOf(mutants, standsForOthers)
    .filter((fault) => isIn(area, fault))
    .map((fault) => [fault.name, fault] as const)
  // Deliveries are waited for; everything else keeps the processor busy, and would keep others from answering.
  const each = area === 'webhooks' ? test.concurrent.each(cases) : test.each(cases)

  each('%s', async (name, fault) => {
    const expected = expectedOf(fault)
    const { calls } = shownBy[name] ?? {}
    const rules = [...new Set([...expected, ...observers, ...rulesShowing(name)])]
    const newest = await examineSandbox([fault], rules, { versions: [newestVersion], calls })
    if (brokenRules(newest).join() === expected.join()) return
    const report = await examineSandbox([fault], rules, { calls })
    expect(brokenRules(report), findingLines(report).join('\n')).toEqual(expected)
  })
}
