import { beforeAll, describe, expect, it } from 'vitest'
import type { Surface } from '../../runtime/surface.js'
import { schemasDocument } from './support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from './support/generated.js'

const folder = temporaryFolder()

// tests/runtime/formats.test.ts has the edges of the formats that are rampart's own; here is that each arrives.
const table: readonly (readonly [format: string, accepted: unknown, refused: unknown])[] = [
  ['date', '2026-08-01', '2026-02-30'],
  ['date-time', '2026-08-01T00:00:00Z', '2026-08-01 00:00:00Z'],
  ['time', '12:00:00Z', '12:00'],
  ['duration', 'P1DT2H', '1 day'],
  ['decimal', '1.50', '1e3'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a8057', 'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057'],
  ['int32', 2 ** 31 - 1, 2 ** 31],
  ['uint32', 2 ** 32 - 1, -1],
  ['int64', -(2 ** 63), 1e300],
  ['uint64', 2 ** 63, -1],
  ['email', 'a@b.example', 'a@'],
  ['hostname', 'api.example', 'api example'],
  ['ipv4', '127.0.0.1', '127.0.0.256'],
  ['ipv6', '::1', ':::1'],
  ['uri', 'https://a.example/b?c=d', '/b?c=d'],
  ['uri-reference', '/b?c=d', '\\b'],
  ['json-pointer', '/a/~1b', 'a'],
]
// `byte` stands in documents beside text that is no base64, and `url` beside names of hosts inside a network.
const free: readonly string[] = ['byte', 'url', 'password', 'binary', 'float', 'double', 'iban', 'regex']

describe('formats in validators', () => {
  let surface: Surface
  beforeAll(async () => {
    const schemas = [...table.map(([format]) => format), ...free].map((format) => [format, { format }])
    surface = await surfaceOf(folder, schemasDocument(Object.fromEntries(schemas)))
  })

  it.each(table)('%s: %j but not %j', async (format, accepted, refused) => {
    const validate = await validatorOf(surface, format)
    expect([validate(accepted), validate(refused)]).toEqual([true, false])
    expect(validate.errors?.[0]).toMatchObject({ keyword: 'format', params: { format } })
  })

  it.each(table)('%s says nothing of values of another type', async (format, accepted) => {
    const validate = await validatorOf(surface, format)
    const others = [null, true, [], {}, typeof accepted === 'string' ? 1.5 : 'text']
    expect(others.map((value) => validate(value))).toEqual(others.map(() => true))
  })

  it.each(free)('%s is not checked', async (format) => {
    const validate = await validatorOf(surface, format)
    expect(validate('any text (at all')).toBe(true)
  })
})
