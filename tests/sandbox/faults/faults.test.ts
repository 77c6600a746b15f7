import { describe, expect, test } from 'vitest'

import { faultName, knownFaults, UnknownFaultError } from '../../../sandbox/index.js'
import { openSandbox } from '../support/sandbox.js'
import { evidence, openScene } from './evidence.js'

/** Rules whose evidence another fault truly breaks too. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'versioning/default-absent': ['customers/onboarding-default'],
  'customers/onboarding-default': ['versioning/default-absent'],
  'customers/onboarding-order': ['customers/pinned'],
}

// Faults without evidence here are shown by tests/mutants alone.
const rules = knownFaults.map(faultName).filter((name) => name in evidence)

const gather = async (faults?: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
  const scene = await openScene(await openSandbox(faults === undefined ? {} : { faults }))
  const seen: Record<string, unknown> = {}
  for (const [rule, look] of Object.entries(evidence)) {
    seen[rule] = await look(scene).catch((error: unknown) => `failed: ${String(error)}`)
  }
  return seen
}

const faultless = await gather()

test('evidence is of faults that exist, and nothing fails without one', () => {
  expect(Object.keys(evidence).sort()).toEqual([...rules].sort())
  expect(Object.values(faultless).filter((seen) => String(seen).startsWith('failed'))).toEqual([])
})

test('no faults at all is the same as an empty list of them', async () => {
  expect(await gather([])).toEqual(faultless)
})

describe('a fault changes what its rule promises, and nothing else', () => {
  test.each(rules)('%s', async (rule) => {
    const seen = await gather([rule])
    const changed = rules.filter((other) => JSON.stringify(seen[other]) !== JSON.stringify(faultless[other]))
    expect(changed).toContain(rule)
    expect(changed.filter((other) => other !== rule && SHARED[rule]?.includes(other) !== true)).toEqual([])
  })
})

test('faults can be put together', async () => {
  const seen = await gather(['versioning/vary', 'quote/fields', 'answers/status'])
  const changed = rules.filter((rule) => JSON.stringify(seen[rule]) !== JSON.stringify(faultless[rule]))
  expect(changed).toEqual(['answers/status', 'quote/fields', 'versioning/vary'])
})

test('a fault that no one knows stops the sandbox and names those that are known', async () => {
  const opening = openSandbox({ faults: ['versioning/vary', 'versioning/very'] })
  await expect(opening).rejects.toThrow(UnknownFaultError)
  await expect(opening).rejects.toThrow(/versioning\/very; known are .*versioning\/vary/)
})

test('a fault that counts starts anew in every sandbox', async () => {
  const faults = ['spec-documents/dated']
  for (let round = 0; round < 2; round += 1) {
    const { send } = await openSandbox({ faults })
    const first = await send('GET', '/spec/2026-07-01')
    expect(first).toMatchObject({ body: { info: { version: '2026-07-01' } } })
    expect(await send('GET', '/spec/2026-07-01')).toMatchObject({ body: { hello: 1 } })
  }
})
