import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { createSandbox, loadReferenceService } from '../../../sandbox/index.js'
import { behavioursOf } from '../../../sandbox/api/behaviours.js'
import { changes, newestVersion, versions } from '../../../versions/index.js'
import { negotiate } from '../../../sandbox/pipeline/response.js'
import { NEW, OLD } from '../support/sandbox.js'

describe('behaviour', () => {
  test.each(versions)('of %s is what it and the versions before it minted', (version) => {
    const minted = changes.filter((change) => change.version <= version).map(({ name }) => name)
    const behaviours = Object.entries(behavioursOf(version)).flatMap(([name, isOn]) => (isOn ? [name] : []))
    expect(behaviours).toEqual(minted)
  })

  test('a version that the table does not have is as the one before it', () => {
    expect(behavioursOf(`${newestVersion.slice(0, 8)}31`)).toEqual(behavioursOf(newestVersion))
    expect(behavioursOf('2999-01-01')).toEqual(behavioursOf(newestVersion))
  })
})

test('sandbox/api/schemas.ts has the types of the newest version', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../sandbox/api/schemas.ts'), 'utf8')
  expect(text).toContain(`'#generated/${newestVersion}/types.js'`)
})

test('a further version needs its document and its code, and is served with no change here', async () => {
  const further = '2999-01-01'
  const reference = await loadReferenceService()
  const newest = reference.surfaces.get(NEW)
  const bytes = reference.specs.versions.get(NEW)?.bytes
  if (newest === undefined || bytes === undefined) throw new TypeError('the reference service is incomplete')
  const app = await createSandbox({
    surfaces: new Map([...reference.surfaces, [further, { ...newest, version: further }]]),
    specs: { default: OLD, versions: new Map([...reference.specs.versions, [further, { bytes }]]) },
  })
  const headers = { 'x-api-key': 'sandbox-key', 'x-api-version': further }
  const payload = { customer_type: 'Person', email: 'a@partner.test' }
  const created = await app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  expect(created.headers['x-api-version']).toBe(further)
  expect(created.json()).toMatchObject({ status: 'SigningsRequired' })
  const list = await app.inject('/spec/versions')
  expect(list.json().versions.at(-1)).toEqual({ version: further, url: `/spec/${further}` })
})

test('negotiation serves the default without a header and echoes it on a refusal', () => {
  const versions = { supported: ['2020-01-01', '2021-01-01'], default: '2021-01-01' }
  expect(negotiate(undefined, versions)).toEqual({ served: '2021-01-01' })
  expect(negotiate('', versions)).toEqual({ served: '2021-01-01' })
  expect(negotiate('2020-01-01', versions)).toEqual({ served: '2020-01-01' })
  expect(negotiate('2020-06-01', versions)).toMatchObject({
    served: '2021-01-01',
    problem: { reason: 'version_unknown', supported: versions.supported },
  })
})
