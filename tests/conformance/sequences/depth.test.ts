import { expect, test } from 'vitest'
import { exploreState } from '../../../conformance/sequences/runner.js'
import { exploredApi } from '../../support/explored-api.js'
import {
  depotDocument,
  type DepotFault,
  depotFaults,
  depotOddities,
  depotWith,
} from '../../support/inventory/depot.js'
import { TestExplorer } from '../../support/inventory/explorer.js'

const api = await exploredApi(depotDocument)

const explored = async (allowDestructive: boolean, ...faults: readonly DepotFault[]) => {
  const { app, state } = depotWith(...faults)
  const explorer = new TestExplorer(api, app, { allowDestructive })
  await exploreState(explorer, explorer.pool, { pauseMs: 0 })
  const { violations, sent, pool } = explorer
  return { violations, sent, created: pool.created, state }
}

test('a right depot breaks nothing, and its settings are as they were', async () => {
  const { violations, state, created } = await explored(true)
  expect(violations.map(({ message }) => message)).toEqual([])
  expect(state.settings).toEqual({ owner: 'me', note: 'as it was', limit: 3 })
  expect(created.some(({ by }) => by.case.call.operation.operationId === 'putLabel')).toBe(true)
})

test('a thing is created by POST at its own path, beside a PUT that changes it', async () => {
  const { app, state } = depotWith('PUT of what is not there is refused')
  app.post<{ Params: { name: string } }>('/labels/:name', ({ params: { name }, body }, reply) =>
    state.labels.find(name) ? reply.code(409).send() : state.labels.put({ ...(body as object), name }),
  )
  const { paths } = depotDocument as { readonly paths: Record<string, { readonly put?: object }> }
  const { put, ...others } = paths['/labels/{name}'] ?? {}
  const label = { ...others, put, post: { ...put, operationId: 'postLabel' } }
  const document = { ...depotDocument, paths: { ...paths, '/labels/{name}': label } }
  const explorer = new TestExplorer(await exploredApi(document), app, { allowDestructive: false })
  await exploreState(explorer, explorer.pool, { pauseMs: 0 })
  const by = new Set(explorer.pool.created.map((one) => one.by.case.call.operation.operationId))
  expect([by.has('postLabel'), by.has('putLabel')]).toEqual([true, false])
  expect([explorer.violations, state.labels.all]).toEqual([[], []])
})

test('without permission for more, what there is one of is changed below what the run created alone', async () => {
  const { sent } = await explored(false)
  const changed = new Set(sent.map(({ case: { call } }) => call.operation.operationId))
  expect([changed.has('replacePolicy'), changed.has('replaceSettings')]).toEqual([true, false])
})

test.each(Object.entries(depotFaults) as [keyof typeof depotFaults, string][])(
  'each fault is found by its rule alone %s: %s',
  async (fault, rule) => {
    const { violations } = await explored(true, fault)
    const said = JSON.stringify(violations.map(({ message }) => message))
    expect([...new Set(violations.map((one) => one.rule))], said).toEqual([rule])
  },
)

test.each(depotOddities)('what a service may do breaks nothing: %s', async (oddity) => {
  const { violations } = await explored(true, oddity)
  expect(violations.map(({ message }) => message)).toEqual([])
})
