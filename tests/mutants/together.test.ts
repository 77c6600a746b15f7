import { describe, expect, test } from 'vitest'
import { registry } from '../../payment/index.js'
import type { Report } from '../../conformance/index.js'
import { brokenRules, findingLines } from '../conformance/support/examine.js'
import { drawSeed, isDrawn, numberFor } from '../support/draw.js'
import { examineSandbox } from './examine.js'
import type { Fault } from '../../sandbox/index.js'
import { expectedOf } from './faults.js'
import { mutants } from './variants/index.js'

const groupCount = 20

/**
 * Groups of faults that are tried together. The name of a fault decides its group, so that a new fault changes only
 * one group. Faults of documents have groups of their own.
 */
const groups = new Map<string, Fault[]>()
for (const fault of mutants) {
  const [kind, count] = fault.hooks().document ? ['documents', groupCount / 5] : ['answers', groupCount]
  const key = `${kind} ${Math.floor(numberFor(fault.name) * count)}`
  groups.set(key, [...(groups.get(key) ?? []), fault])
}

const evidence = (report: Report): string =>
  [...findingLines(report), `drawn by RAMPART_DRAW_SEED=${drawSeed}`].join('\n')

/** All groups run at once and wait for deliveries together, so each takes as long as all of them. */
const timeout = 900_000

/** A rule that several faults break together counts only if one of them breaks it alone. */
describe('a fault breaks no other rule: of those that are drawn, on a service with several faults', () => {
  const rows = [...groups].map(
    ([key, group]) => [group.map(({ name }) => name).join(', '), key, group] as const,
  )
  test.concurrent.each(rows)('%s', { timeout }, async (_, key, group) => {
    const declared = new Set(group.flatMap(expectedOf))
    // Rules of kind `cases` need requests that are made from documents, which these runs do not make.
    const drawn = registry.rules.filter(
      ({ id, kind }) => !declared.has(id) && kind !== 'cases' && (kind === 'observer' || isDrawn(key, id)),
    )
    const report = await examineSandbox(
      group,
      drawn.map(({ id }) => id),
    )
    const suspects = brokenRules(report)
    for (const fault of suspects.length > 0 ? group : []) {
      const alone = await examineSandbox([fault], suspects)
      expect([fault.name, brokenRules(alone)], evidence(alone)).toEqual([fault.name, []])
    }
  })
})
