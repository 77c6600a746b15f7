import { expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import type { Fault } from '../../sandbox/index.js'
import { newestVersion } from '../../versions/index.js'
import { brokenRules, findingLines } from '../conformance/support/examine.js'
import { documentJudges } from '../payment/documents/judge.js'
import { numberFor } from '../support/draw.js'
import { isWhole, rowsOf } from '../support/whole.js'
import { examineSandbox, type Scope } from './examine.js'
import { rulesShowing, shownBy } from './shown-by.js'
import { mutants } from './variants/index.js'

/** Rules that judge every exchange, also those of documents: they send nothing themselves. */
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

/** A fiftieth of all faults. */
const standsForOthers = (fault: Fault): boolean => numberFor('variant', fault.name) < 0.02

/** The areas whose faults have a test file of their own; the others share one. */
const ownFile = new Set(['identification', 'quote', 'versioning', 'webhooks'])

const isIn = (area: string | undefined, fault: Fault): boolean =>
  area === undefined ? !ownFile.has(areaOf(fault)) : areaOf(fault) === area

/** The faults that their rules do not report on one service, where a fault may hide another. */
const unseen = async (faults: readonly Fault[], scope: Scope = {}): Promise<readonly Fault[]> => {
  if (faults.length === 0) return []
  const rules = faults.flatMap(({ name, rule }) => [rule, ...rulesShowing(name)])
  const calls = faults.flatMap(({ name }) => shownBy[name]?.calls ?? [])
  const broken = brokenRules(await examineSandbox(faults, rules, { ...scope, calls }))
  return faults.filter(({ rule }) => !broken.includes(rule))
}

/** The first faults of half of the rules, several on one service, unless each is tested alone. */
const groupsIn = (faults: readonly Fault[]): [string, readonly Fault[]][] => {
  const first = faults
    .filter((fault) => fault.name === fault.rule && !isOfDocuments(fault))
    .filter((_, index) => index % 2 === 0)
  const count = Math.ceil(first.length / 12)
  const groups = Array.from({ length: count }, (_, own) => first.filter((__, index) => index % count === own))
  return groups.map((group) => [group.map(({ name }) => name).join(', '), group])
}

/**
 * Tests that each fault of an area, by default of all areas without a file of their own, breaks its rule and those
 * declared. It may do so under the newest version alone, or when the others are tested beside it.
 */
export function testFaults(area?: string): void {
  const own = mutants.filter((fault) => isIn(area, fault))
  const cases = rowsOf(own, standsForOthers).map((fault) => [fault.name, fault] as const)
  // Only tests of deliveries wait; concurrent runs of others would slow each other's responses down.
  const each = area === 'webhooks' ? test.concurrent : test

  each.each(cases)('%s', async (name, fault) => {
    const expected = expectedOf(fault)
    const { calls } = shownBy[name] ?? {}
    const rules = [...new Set([...expected, ...observers, ...rulesShowing(name)])]
    const newest = await examineSandbox([fault], rules, { versions: [newestVersion], calls })
    if (brokenRules(newest).join() === expected.join()) return
    const report = await examineSandbox([fault], rules, { calls })
    expect(brokenRules(report), findingLines(report).join('\n')).toEqual(expected)
  })

  each.each(isWhole ? [] : groupsIn(own))('together: %s', async (_, group) => {
    const newest = { versions: [newestVersion] }
    const hidden = await unseen(group, newest)
    const alone = await Promise.all(hidden.map(async (fault) => unseen(await unseen([fault], newest))))
    expect(alone.flat().map(({ name }) => name)).toEqual([])
  })
}
