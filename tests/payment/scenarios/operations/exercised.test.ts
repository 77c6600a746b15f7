import { describe, expect, test } from 'vitest'
import { ScenarioContext } from '../../../../conformance/rules/context.js'
import { apiFor } from '../../../../conformance/session/version-under-test.js'
import { OperationIndex } from '../../../../conformance/session/operation-index.js'
import { Session } from '../../../../conformance/session/session.js'
import { exercised, isSafeToTry, mostOperations } from '../../../../payment/scenarios/operations/exercised.js'
import type { Method, Operation } from '../../../../runtime/surface.js'
import { operationOf, surfaceOf } from '../../../conformance/support/make.js'

const at = (method: Method, path: string): Operation =>
  operationOf({ method, path, operationId: `${method}${path.replaceAll(/\W/g, '')}` })

describe('what may be called with any data', () => {
  test.each<[Method, string, boolean]>([
    ['get', '/customers', true],
    ['post', '/customers', true],
    ['put', '/customers/{id}', true],
    ['delete', '/customers/{id}', false],
    ['post', '/sandbox/reset', false],
    ['put', '/customers/{id}/archive', false],
    ['post', '/logout', false],
    ['post', '/webhooks', false],
    ['patch', '/webhooks/{id}', false],
    ['post', '/keys/{id}/rotate', false],
    ['get', '/webhooks', true],
  ])('%s %s: %s', (method, path, isSafe) => {
    expect(isSafeToTry(at(method, path))).toBe(isSafe)
  })
})

describe('of a huge document', () => {
  const all = Array.from({ length: 10_000 }, (_, index) => at('get', `/things-${index}`))
  const surface = surfaceOf(all)
  const baseUrl = 'https://api.example/api'
  const operations = new OperationIndex(surface, baseUrl)
  const under = { version: '2026-08-01', surface, operations, api: apiFor(surface, baseUrl) }

  const called = (seed: number): { paths: string[]; notes: readonly string[] } => {
    const session: Session = Object.create(Session.prototype, {
      plan: { value: { seed, allowWrites: false, baseUrl } },
    })
    const context = new ScenarioContext(session, '2026-08-01', under, {
      once: (_name, make) => make(),
    } as ScenarioContext['session']['memory'])
    return { paths: exercised(context, () => true).map(({ path }) => path), notes: context.notes }
  }

  test('so many operations are called, chosen by the seed, and it is said', () => {
    const { paths, notes } = called(1)
    expect(new Set(paths).size).toBe(mostOperations)
    expect(notes).toEqual([
      '100 of 10000 operations were called, chosen by the seed: another --seed calls others',
    ])
    expect(called(1).paths).toEqual(paths)
    expect(called(2).paths).not.toEqual(paths)
  })
})
