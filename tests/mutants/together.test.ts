import { afterAll, describe, expect, test } from 'vitest'
import { catalogue, type Report } from '../../conformance/index.js'
import { faultName, knownFaults } from '../../sandbox/index.js'
import { CodeFolder } from '../conformance/support/code.js'
import { brokenRules, findingLines } from '../conformance/support/examine.js'
import { drawSeed, isDrawn, numberFor } from '../support/draw.js'
import { examineSandbox } from './examine.js'
import { expectedOf, type Fault } from './faults.js'

const code = new CodeFolder()
afterAll(() => code.remove())

const groupSize = 8

const changesDocuments = (fault: Fault): number => (fault.hooks?.().document ? 1 : 0)

/** Faults in an order that is drawn; those that change documents, of which code is generated, come last. */
const shuffled = knownFaults
  .toSorted((a, b) => numberFor(faultName(a)) - numberFor(faultName(b)))
  .toSorted((a, b) => changesDocuments(a) - changesDocuments(b))

const groups = Array.from({ length: Math.ceil(shuffled.length / groupSize) }, (_, index) =>
  shuffled.slice(index * groupSize, (index + 1) * groupSize),
)

const evidence = (report: Report): string =>
  [...findingLines(report), `drawn by RAMPART_DRAW_SEED=${drawSeed}`].join('\n')

/** What several faults break together may be due to none of them: each has to break it alone. */
describe('a fault breaks no other rule: of those that are drawn, on a service with several faults', () => {
  test.concurrent.each(groups.map((group) => [group.map(faultName).join(', '), group] as const))(
    '%s',
    async (names, group) => {
      const declared = new Set(group.flatMap(expectedOf))
      const drawn = catalogue.filter(
        ({ id, kind }) => !declared.has(id) && (kind === 'observer' || isDrawn(names, id)),
      )
      const report = await examineSandbox(
        code,
        group.map(faultName),
        drawn.map(({ id }) => id),
      )
      const suspects = brokenRules(report)
      for (const fault of suspects.length > 0 ? group : []) {
        const alone = await examineSandbox(code, [faultName(fault)], suspects)
        expect([faultName(fault), brokenRules(alone)], evidence(alone)).toEqual([faultName(fault), []])
      }
    },
  )
})
