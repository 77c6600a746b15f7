import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inexactNumbers, isExact } from '../../runtime/json.js'

const kept =
  '0 -0 0e999999999999 9007199254740992 9007199254740994 -9223372036854775808 1152921504606846976 0.1 0.10000000000000000000000000 1e3 1E-7 0.30000000000000004 123456789.123456 1.7976931348623157e308 5e-324 1e23 10000000000000000000000'
const lost =
  '9007199254740993 -9007199254740993 9223372036854775807 1152921504606847000 9007199254740993.0 9007199254740993e0 900719925474099.3e1 0.1000000000000000055511151231257827 12345678901234.12345678 1e400 -1e400 1e-400'

test.each(kept.split(' '))('the number %s is kept', (literal) => {
  expect(isExact(literal)).toBe(true)
})

test.each([...lost.split(' '), `1${'0'.repeat(400)}`])('the number %s is not', (literal) => {
  expect(isExact(literal)).toBe(false)
})

describe('where', () => {
  test.each([
    ['9007199254740993', ['']],
    ['{"a":[1,9007199254740993,{"b/c~d":1e400}]}', ['/a/1', '/a/2/b~1c~0d']],
    ['{"id":"9007199254740993"}', []],
    [' [ [ ] , { } , 9007199254740993 ] ', ['/2']],
    ['{"\\u0061\\"":9007199254740993,"":9007199254740993}', ['/a"', '/']],
    ['[{"a":1},{"a":9007199254740993}]', ['/1/a']],
    ['{"a":9007199254740993,"a":9007199254740993}', ['/a', '/a']],
  ])('%s', (text, pointers) => {
    expect(inexactNumbers(text).map(({ pointer }) => pointer)).toEqual(pointers)
  })
})

test.each(['', '[1,]', '{"a":1,}', '[1', '1 2', '01', '[1}'])('%j is not JSON', (text) => {
  expect(() => inexactNumbers(text)).toThrow(SyntaxError)
})

const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((list) => list.join(''))

const literals = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(24).map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits(24), { nil: undefined }),
    power: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
  })
  .map(
    ({ sign, whole, fraction, power }) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power === undefined ? '' : `e${power}`}`,
  )

test('agrees with big.js about integers and about fractions', () => {
  fc.assert(
    fc.property(
      fc.oneof(literals, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
      (literal) => {
        const value = new Big(literal)
        const double = Number(literal)
        const isShortest = Number.isFinite(double) && new Big(String(double)).eq(value)
        const isKept = Number.isInteger(double) && new Big(BigInt(double).toString()).eq(value)
        const isWritten = !/e/i.test(literal) && value.eq(value.round(0, Big.roundDown))
        expect(isExact(literal)).toBe(isKept || (isShortest && !isWritten))
      },
    ),
    { numRuns: 5000 },
  )
})

test('agrees with BigInt about 64 bits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
      expect(inexactNumbers(`[${integer}]`).length === 0).toBe(BigInt(Number(integer)) === integer)
    }),
  )
})

test('finds every number of generated documents at its place', () => {
  const leaf = fc.oneof(fc.constant('@'), fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
  const trees = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
    ),
  })).tree
  const placesOf = (value: unknown, pointer: string): string[] => {
    if (value === '@') return [pointer]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, item]) =>
      placesOf(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    )
  }
  fc.assert(
    fc.property(trees, fc.nat(3), (tree, space) => {
      const text = JSON.stringify(tree, undefined, space).replaceAll(/(?<!\\)"@"(?!:)/g, '9007199254740993')
      expect(inexactNumbers(text).map(({ pointer }) => pointer)).toEqual(placesOf(tree, ''))
    }),
  )
})

describe('hostile text', () => {
  const many = 200_000
  test.each([
    ['deep arrays', `${'['.repeat(many)}9007199254740993${']'.repeat(many)}`, 1],
    ['deep objects', `${'{"a":'.repeat(many)}1e999${'}'.repeat(many)}`, 1],
    ['a long string', `["${'\\u0041'.repeat(many)}"]`, 0],
    ['a long integer', `[${'1'.repeat(many)}]`, 1],
    ['a long fraction', `[0.${'0'.repeat(many)}1]`, 1],
    ['a long fraction of zeros', `[1.${'0'.repeat(many)}]`, 0],
    ['zeros that an exponent takes back', `[1${'0'.repeat(many)}e-${many}]`, 0],
    ['a long exponent', `[1e${'9'.repeat(many)}]`, 1],
    ['a long exponent below', `[1e-${'9'.repeat(many)}]`, 1],
    ['nothing but zeros', `[0.${'0'.repeat(many)}e${'9'.repeat(400)}]`, 0],
    ['much space', `${' '.repeat(many)}1${'\n'.repeat(many)}`, 0],
  ])('%s', (_name, text, count) => {
    expect(inexactNumbers(text)).toHaveLength(count)
  })
})
