import { afterAll, describe, expect, test } from 'vitest'
import { areaOf, catalogue, type Report, type Rule } from '../../conformance/index.js'
import {
  createSandbox,
  DEFAULT_API_KEY,
  faultName,
  knownFaults,
  loadReferenceService,
} from '../../sandbox/index.js'
import { CodeFolder } from '../conformance/support/code.js'
import { brokenRules, examine, findingLines, planFor } from '../conformance/support/examine.js'
import { sandboxProvocations } from '../conformance/support/provocations.js'
import { alsoBroken } from './expected/index.js'
import { deliveringHere, receiverOf } from './receiving.js'

/** With the variable set, every fault is shown to every rule: slow, and done once in CI. */
const isFullCross = process.env['RAMPART_FULL_CROSS'] === '1'

const reference = loadReferenceService()

/** The sandbox with faults under the rules given, or under all. */
export const examineSandbox = async (
  code: CodeFolder,
  faults: readonly string[],
  options: {
    readonly rules?: readonly string[]
    readonly seed?: number
    readonly reading?: 'first' | 'other'
  } = {},
): Promise<Report> => {
  const { rules, seed = 7, reading = 'first' } = options
  const app = await createSandbox({ ...(await reference), seed, faults, reading, webhooks: deliveringHere })
  try {
    const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const subjects = { provocations: sandboxProvocations }
    const address = { specUrl, baseUrl: `${specUrl}/api` }
    const isDelivery = (rule: string): boolean => rule.startsWith('webhooks/')
    const receiving = rules === undefined || rules.some(isDelivery) ? await receiverOf(app) : undefined
    const plan = await planFor(address, code, {
      subjects,
      ...(receiving ? { webhooks: receiving.webhooks } : {}),
      ...(rules ? { rules } : {}),
    })
    return await examine(plan, DEFAULT_API_KEY, '', receiving?.secret)
  } finally {
    await app.close()
  }
}

/** Rules that a fault can touch: those close to it, those that see every exchange, and those declared. */
const touched = (
  isClose: (rule: Rule) => boolean,
  shownBy: readonly string[],
  due: readonly string[],
): readonly string[] =>
  catalogue
    .filter(
      (rule) =>
        isClose(rule) || rule.kind === 'observer' || due.includes(rule.id) || shownBy.includes(areaOf(rule)),
    )
    .map(({ id }) => id)

/**
 * Shows every fault of one area to the suite: it is told by exactly the rules declared.
 * @param shownBy further areas whose requests are needed, for rules that judge by looking on; all faults' or each one's
 * @param closeTo which rules of the area a fault in one of them can touch; by default every one
 */
export const describeMutants = (
  area: string,
  shownBy: readonly string[] | ((name: string) => readonly string[]) = [],
  closeTo: (broken: string, rule: string) => boolean = () => true,
): void => {
  const code = new CodeFolder()
  afterAll(() => code.remove())
  const faults = knownFaults.filter(({ rule }) => rule.startsWith(`${area}/`))
  describe('a fault is told by its rule, by those that the same evidence breaks, and by no other', () => {
    test.concurrent.each(faults.map((fault) => [faultName(fault), fault.rule] as const))(
      '%s',
      async (name, rule) => {
        const isClose = (other: Rule): boolean => areaOf(other) === area && closeTo(rule, other.id)
        const areas = typeof shownBy === 'function' ? shownBy(name) : shownBy
        const due = [rule, ...Object.keys(alsoBroken[name] ?? {})].toSorted()
        const report = await examineSandbox(
          code,
          [name],
          isFullCross ? {} : { rules: touched(isClose, areas, due) },
        )
        expect(brokenRules(report), findingLines(report).join('\n')).toEqual(due)
      },
    )
  })
}
