import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../../explore/model/api.js'
import { exploreState } from '../../../explore/state/explore-state.js'
import { temporaryFolder } from '../../generator/support/generated.js'
import { apiOf } from '../../support/inventory/api.js'
import { inventoryDocument } from '../../support/inventory/document.js'
import { TestExplorer } from '../../support/inventory/explorer.js'
import { type FaultName, inventoryFaults } from '../../support/inventory/faults.js'
import { startInventory } from '../../support/inventory/service.js'

const folder = temporaryFolder()

let api: Api

beforeAll(async () => {
  api = await apiOf(folder, inventoryDocument)
})

const explored = async (faults: readonly FaultName[], rounds = 1): Promise<TestExplorer> => {
  const service = await startInventory(...faults)
  try {
    const explorer = new TestExplorer({ ...api, baseUrl: service.url })
    for (let round = 0; round < rounds; round++)
      await exploreState(explorer, explorer.pool, { round, waits: [0] })
    return explorer
  } finally {
    await service.close()
  }
}

test('a right service breaks nothing, and every rule about state is judged', async () => {
  const explorer = await explored([], 3)
  expect(explorer.violations.map(({ message }) => message)).toEqual([])
  expect([...explorer.judgements].toSorted()).toEqual([
    'state/filters',
    'state/gone',
    'state/links',
    'state/listed',
    'state/paging',
    'state/readable',
    'state/safe-methods',
    'state/updated',
  ])
})

describe('each fault is found by its rule alone', () => {
  test.each(Object.entries(inventoryFaults) as [FaultName, string][])('%s: %s', async (fault, rule) => {
    const { violations } = await explored([fault])
    expect(
      [...new Set(violations.map((one) => one.rule))],
      JSON.stringify(violations.map((one) => one.message)),
    ).toEqual([rule])
    for (const { steps } of violations) expect(steps.length).toBeGreaterThan(0)
  })
})
