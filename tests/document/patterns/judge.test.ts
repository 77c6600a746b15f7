import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePattern } from '../../../document/patterns/judge.js'
import { automaton, type Matcher } from '../../../runtime/formats.js'
import { schemasDocument } from '../../generator/support/documents.js'
import { sharedFolder } from '../../support/folder.js'
import { generateOne, surfaceOf, validatorOf } from '../../generator/support/generated.js'

const tableOf = (pattern: string): Matcher | undefined => {
  const judgement = judgePattern(pattern)
  if (typeof judgement === 'string' || 'most' in judgement) return undefined
  return automaton(judgement.columns, judgement.ranges, judgement.moves, judgement.ends)
}

// Patterns by their fault: nested loops, overlapping alternatives, and polynomial time.
const slow = [
  '(a+)+$',
  '^(a*)*$',
  '^(a|a)*$',
  '(a|aa)+$',
  '^(a|b|ab)*c',
  '^((ab)+)+$',
  '(x+x+)+y',
  '^(a?b?)*$',
  '^(a{1,5})*$',
  String.raw`^(\w+\s?)*$`,
  String.raw`^(\d+)*$`,
  String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
  String.raw`^(([a-zA-Z0-9_\-\.]+)@([a-zA-Z0-9_\-\.]+)\.([a-zA-Z]{2,5}))+$`,
  '^(?:.|\\s)*$',
  '^(😀|[😀-😂])*$',
  '(.*a){20}',
  '^(.*?,){11}P',
  '^.*?,.*?,.*$',
  String.raw`^[\s\S]*x[\s\S]*y[\s\S]*z$`,
  '^a|(b+)+$',
  '(^(a|aa)+$|^$)',
  '(a|a)*$^',
  '^(a|a)*b|',
  // Groups of varying length, so that a count of them is not a bound.
  '^((a|bc){9})+$',
  '^((a{1,2}){9})+$',
  '^((a(bc|d)){9})+$',
  '^(a{1,9})+$',
  '^(a{9,})+$',
  '^a{9,}a+a+$',
  '^x+x+x+y$',
]

const endless = [
  String.raw`^https://([.\-_a-zA-Z0-9]+/?){3,1016}$`,
  '^(a{1,50}){1,50}b',
  '(?=(a+)+b)a',
  String.raw`^(a\b)*$`,
  '(a*)*b(c|d){1,500}',
]

// A pattern with a word boundary has no table.
const long: readonly (readonly [pattern: string, most: number])[] = [
  [String.raw`^\S*a\S*b\S*\bc$`, 843],
  [String.raw`^\S*a\S*b\S*c\S*\bd$`, 221],
  // A pattern with an assertion has none either: loops of later repetitions may be found before those of earlier
  // ones.
  ['^b(?:c{2,}x?c{2,}|(?=b+)){1,3}c$', 64],
]

const plain = [
  '^a+$',
  'GMT+0|Etc/GMT+1|Etc/GMT+10',
  String.raw`\s+$`,
  '^(a+b)+$',
  '(a+)+',
  String.raw`^(\d+,)+\d+$`,
  String.raw`^((xn--)?[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*\.)+[a-zA-Z]{2,}\.?$`,
  String.raw`^([0-9]{1,3}.){3}[0-9]{1,3}$`,
  '([0-9a-f]{16})+',
  String.raw`^[{(]?[0-9A-F]{8}[-]?([0-9A-F]{4}[-]?){3}[0-9A-F]{12}[)}]?$`,
  String.raw`^([\w-]+\.)*[\w-]+@([\w-]+\.)+[a-z]{2,}$`,
  String.raw`^([a-z]+(\.|$))*x`,
  '^((a(b|c)){9})+$',
  '^((ab{2}){9})+$',
  '^((ab|cd){9})+$',
  '^(((?!x)a){9})+$',
  '^(a?b{2,9}a)+$',
  '^x*y*z*$',
  '(a|b)*a(a|b){9}',
  'a*|b*|c*',
]

describe('patterns', () => {
  it.each(slow)('that would take time without end are followed as a table: %s', (pattern) => {
    const table = tableOf(pattern)
    const expression = new RegExp(pattern, 'u')
    const piece = fc.constantFrom(...Array.from('aabbxyz,P.@ \n-_A0😀'), '\u{d800}', '\u2028')
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      // Short, as they are judged by the engine too.
      fc.stringMatching(expression, { size: 'xsmall' }).map((text) => text.slice(0, 16)),
    )
    const property = fc.property(texts, (text) => {
      expect([text, table?.test(text)]).toEqual([text, expression.test(text)])
    })
    fc.assert(property, { numRuns: 100, seed: 3 })
    expect(typeof table?.test('a'.repeat(100_000))).toBe('boolean')
  })

  it('that are too long to be read are left out', () => {
    expect(judgePattern(`(a*)*${'b'.repeat(20_000)}`)).toBe('endless')
  })

  it.each(endless)('of which no table can be made are left out: %s', (pattern) => {
    expect(judgePattern(pattern)).toBe('endless')
  })

  it.each(plain)('that are fast stay as they are: %s', (pattern) => {
    expect(judgePattern(pattern)).toBe('plain')
  })

  it('that are followed as a table are told in errors as they are written', async () => {
    const root = schemasDocument({ It: { type: 'string', pattern: '^(a+)+$' } })
    const surface = await surfaceOf(sharedFolder(), root)
    const validate = await validatorOf(surface, 'It')
    expect([validate('aaa'), validate(`${'a'.repeat(200)}b`)]).toEqual([true, false])
    expect(validate.errors?.map(({ params }) => params)).toEqual([{ pattern: '^(a+)+$' }])
  })

  it.each(long)('that take a power of the length are asked of short texts: %s, up to %i', (pattern, most) => {
    expect(judgePattern(pattern)).toEqual({ most })
  })

  it('that are asked of short texts only are named, and let longer ones pass', async () => {
    const pattern = String.raw`^\S*a\S*b\S*\bc$`
    const root = schemasDocument({ It: { type: 'string', pattern } })
    const { problems } = await generateOne(root, { tablesOnly: true })
    expect(problems.map(({ message, where }) => [message, where?.pointer])).toEqual([
      [
        `the pattern ${JSON.stringify(pattern)} is slow on long texts; it is checked in texts of up to 843 characters`,
        '#/components/schemas/It/pattern',
      ],
    ])
    const validate = await validatorOf(await surfaceOf(sharedFolder(), root), 'It')
    const texts = ['ab.c', 'ab', 'x'.repeat(843), 'x'.repeat(844)]
    expect(texts.map((text) => validate(text))).toEqual([true, false, false, true])
    expect(validate.errors).toBeNull()
  })

  it('that are left out are named', async () => {
    const root = schemasDocument({ It: { type: 'string', pattern: '(?=(a+)+b)a' } })
    const { problems, files } = await generateOne(root, { tablesOnly: true })
    expect(problems.map(({ message, where }) => [message, where?.pointer])).toEqual([
      [
        'the pattern "(?=(a+)+b)a" may take exponential time on some texts; it is not checked',
        '#/components/schemas/It/pattern',
      ],
    ])
    expect(files.find(({ path }) => path === 'it/validators.js')?.content).not.toContain('(a+)+')
  })
})
