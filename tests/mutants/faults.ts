import { expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import type { Report } from '../../conformance/index.js'
import type { Fault } from '../../sandbox/index.js'
import { newestVersion } from '../../versions/index.js'
import { brokenRules, findingLines } from '../conformance/support/examine.js'
import { documentJudges } from '../payment/documents/judge.js'
import { numberFor } from '../support/draw.js'
import { rowsOf } from '../support/whole.js'
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

/** The first fault of every other rule, and a fiftieth of all faults. */
const standsForOthers = ({ name, rule }: Fault): boolean =>
  numberFor('variant', name) < (name === rule ? 0.5 : 0.02)

/** The areas whose faults have a test file of their own; the others share one. */
const ownFile = new Set(['identification', 'quote', 'versioning', 'webhooks'])

const isIn = (area: string | undefined, fault: Fault): boolean =>
  area === undefined ? !ownFile.has(areaOf(fault)) : areaOf(fault) === area

/** How many faults one service has at most: the more there are, the more often one hides another. */
const most = 8

/** Faults that one service may have: of documents or of answers, and each with its own rule, which proves it. */
const groupsOf = (faults: readonly Fault[]): readonly (readonly Fault[])[] => {
  const groups: Fault[][] = []
  for (const fault of faults) {
    const fits = (group: readonly Fault[]): boolean =>
      group.length < most &&
      group.every(({ rule, hooks }) => rule !== fault.rule && !hooks().document === !fault.hooks().document)
    const group = groups.find(fits)
    if (group) group.push(fault)
    else groups.push([fault])
  }
  return groups
}

/** The report on a service with faults, by their rules, those declared, and those that observe every exchange. */
const examineFaults = (faults: readonly Fault[], scope: Scope = {}): Promise<Report> => {
  const rules = faults.flatMap((fault) => [...expectedOf(fault), ...rulesShowing(fault.name)])
  const calls = faults.flatMap(({ name }) => shownBy[name]?.calls ?? [])
  return examineSandbox(faults, [...new Set([...rules, ...observers])], { ...scope, calls })
}

/** The faults of one service that it does not prove: all of them if a rule is broken that none of them declares. */
const unprovenOf = async (faults: readonly Fault[]): Promise<readonly Fault[]> => {
  const broken = brokenRules(await examineFaults(faults, { versions: [newestVersion] }))
  const expected = new Set(faults.flatMap(expectedOf))
  if (broken.some((rule) => !expected.has(rule))) return faults
  return faults.filter((fault) => expectedOf(fault).some((rule) => !broken.includes(rule)))
}

/** Tests that a fault breaks exactly its rules when it is alone and all versions are tested. */
const proveAlone = async (fault: Fault): Promise<void> => {
  const report = await examineFaults([fault])
  const broken = [fault.name, ...brokenRules(report)]
  expect(broken, findingLines(report).join('\n')).toEqual([fault.name, ...expectedOf(fault)])
}

/**
 * Tests that each fault of an area, by default of all areas without a file of their own, breaks its rule and those
 * declared, and no other of these. Faults of different rules are on one service; one that another hides is tested
 * alone. It may break its rules under the newest version alone, or when the others are tested beside it.
 */
export function testFaults(area?: string): void {
  const own = mutants.filter((fault) => isIn(area, fault) && !isOfDocuments(fault))
  const groups = groupsOf(rowsOf(own, standsForOthers))
  const cases = groups.map((group) => [group.map(({ name }) => name).join(', '), group] as const)
  // Only tests of deliveries wait; concurrent runs of others would slow each other's responses down.
  const each = area === 'webhooks' ? test.concurrent : test

  each.each(cases)('%s', { timeout: 120_000 }, async (_, group) => {
    for (const fault of await unprovenOf(group))
      if (group.length === 1 || (await unprovenOf([fault])).length > 0) await proveAlone(fault)
  })
}
