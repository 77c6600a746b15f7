import { describe, expect, it } from 'vitest'
import { formats } from '../../runtime/formats.js'

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'

describe.each([
  {
    name: 'date',
    judge: formats.date,
    accepts: ['2026-08-01', '2024-02-29', '2000-02-29', '0001-01-01', '0000-02-29', '9999-12-31'],
    refuses: [
      '2026-8-1',
      '20260801',
      ' 2026-08-01',
      '2026-08-01\n',
      '',
      '2026-13-01',
      '2026-00-10',
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-01-00',
    ],
  },
  {
    name: 'date-time',
    judge: formats['date-time'],
    accepts: [
      '2026-08-01T00:00:00Z',
      '2026-08-01t23:59:59.123456789z',
      '2016-12-31T23:59:60Z',
      '2026-08-01T12:00:00+05:30',
      '2026-08-01T12:00:00-00:00',
      '1998-12-31T15:59:60.5-08:00',
      '1999-01-01T05:29:60+05:30',
    ],
    refuses: [
      '2026-08-01 00:00:00Z',
      '2026-08-01T00:00:00',
      '2026-08-01T00:00Z',
      '2026-08-01T24:00:00Z',
      '2026-08-01T00:60:00Z',
      '2026-08-01T00:00:00.Z',
      '2026-02-30T00:00:00Z',
      '2026-08-01T00:00:00+01',
      '2026-08-01T00:00:00+0100',
      '2026-08-01T00:00:00+24:00',
      '1998-12-31T22:59:60Z',
      '1998-12-31T23:59:60+01:00',
    ],
  },
  {
    name: 'time',
    judge: formats.time,
    accepts: ['00:00:00Z', '23:59:59.5+01:00', '23:59:60Z', '22:29:60-01:30'],
    refuses: ['23:58:60Z', '22:59:60+01:00', '00:00Z', '24:00:00Z', '00:00:00', '00:00:00+1:00'],
  },
  {
    name: 'decimal',
    judge: formats.decimal,
    accepts: ['0', '-1', '12.50', '0.000000000000000001', '100000000000000000000000000'],
    refuses: ['', '.5', '5.', '1e3', '+1', '1,5', ' 1', '1 ', '--1', 'NaN', '0x1', '١'],
  },
  {
    name: 'uuid',
    judge: formats.uuid,
    accepts: [uuid, uuid.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    refuses: [`urn:uuid:${uuid}`, `{${uuid}}`, uuid.replaceAll('-', ''), uuid.slice(1), `${uuid.slice(1)}g`],
  },
  {
    name: 'email',
    judge: formats.email,
    accepts: [
      'a@b.example',
      'A.b+c@localhost',
      "o'neil/x=y@a.example",
      '"a b"@c.example',
      String.raw`"a\"@b"@c.example`,
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      `${'a'.repeat(64)}@b.example`,
    ],
    refuses: [
      '',
      'a',
      'a@',
      '@b.example',
      'a..b@c.example',
      '.a@b.example',
      'a@-b.example',
      'a@b..example',
      'a b@c.example',
      'a@b@c.example',
      'ä@b.example',
      '"a"b"@c.example',
      'a@[127.0.0]',
      'a@[127.0.0.300]',
      `${'a'.repeat(65)}@b.example`,
    ],
  },
  {
    name: 'uri',
    judge: formats.uri,
    accepts: [
      'https://a.example/b?c=d#e',
      'mailto:a@b.example',
      'urn:x:y',
      'http://[::1]:80/%20',
      'http://[v1.x]/',
      'a:b',
      'https:',
      'file:///a',
      'https://a:b@c.example?d/?#e/?',
      'tel:+1',
    ],
    refuses: [
      '',
      '/a',
      'a.example',
      '//a.example',
      'https://a b',
      'https://a/%2',
      '1a:b',
      'http://ü',
      'https://a#b#c',
      'https://a/[b]',
      'https://a?b[c]=d',
      'https://a:b/',
      'https://a@b@c/',
      'https://[1.2.3.4]/',
      'https://[::1',
    ],
  },
])('$name', ({ judge, accepts, refuses }) => {
  it.each(accepts)('accepts %j', (text) => expect(judge(text)).toBe(true))
  it.each(refuses)('refuses %j', (text) => expect(judge(text)).toBe(false))
})

describe.each([
  {
    name: 'int32',
    judge: formats.int32,
    accepts: [0, -(2 ** 31), 2 ** 31 - 1],
    refuses: [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, Infinity],
  },
  { name: 'uint32', judge: formats.uint32, accepts: [0, 2 ** 32 - 1], refuses: [-1, 2 ** 32, 0.5] },
  { name: 'int64', judge: formats.int64, accepts: [0, -(2 ** 63), 2 ** 53], refuses: [1e300, -1e19, 0.5] },
  { name: 'uint64', judge: formats.uint64, accepts: [0, 2 ** 63], refuses: [-1, 1e300, 0.5] },
])('$name', ({ judge, accepts, refuses }) => {
  it.each(accepts)('accepts %d', (value) => expect(judge.validate(value)).toBe(true))
  it.each(refuses)('refuses %d', (value) => expect(judge.validate(value)).toBe(false))
})
