import { Command } from 'commander'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { seed } from '../../../bin/input/option-values.js'
import {
  DeclaredOption,
  file,
  flag,
  number,
  type OptionsOf,
  settle,
  text,
} from '../../../bin/input/options.js'

const table = {
  plainText: text('<text>', ''),
  withUsual: text('<text>', '', { usual: 'usual' }),
  several: text('<text...>', '', { usual: ['one'] }),
  repeated: text('<text>', '', { isRepeatable: true }),
  parsed: number('<n>', '', { parse: seed }),
  parsedAll: number('<n...>', '', { parse: seed }),
  oneOf: text('<text>', '', { choices: ['a', 'b'], usual: 'a' }),
  optional: file('[file]', ''),
  content: file('<file>', '', { hasContent: true }),
  isOn: flag(''),
  keep: file('<file>', '', { usual: 'kept' }),
  noKeep: flag(''),
  note: flag('', { excludes: ['isOn'] }),
}

const valuesOf = (args: readonly string[]): Record<string, unknown> => {
  const command = new Command().exitOverride()
  command.configureOutput({ outputError: () => undefined })
  for (const [name, row] of Object.entries(table)) command.addOption(new DeclaredOption(name, row))
  settle(command.parse(args, { from: 'user' }))
  return command.opts()
}

test('the types of values follow from declarations', () =>
  expectTypeOf<OptionsOf<typeof table>>().branded.toEqualTypeOf<{
    readonly plainText?: string
    readonly withUsual: string
    readonly several: readonly string[]
    readonly repeated?: readonly string[]
    readonly parsed?: number
    readonly parsedAll?: readonly number[]
    readonly oneOf: 'a' | 'b'
    readonly optional?: string | boolean
    readonly content?: unknown
    readonly isOn?: boolean
    readonly keep: string | false
    readonly note?: boolean
  }>())

describe('values', () => {
  const usual = { withUsual: 'usual', several: ['one'], oneOf: 'a', keep: 'kept' }

  test.each([
    [[], {}],
    [['--plain-text', 'x', '--is-on'], { plainText: 'x', isOn: true }],
    [['--several', 'x', 'y', '--several', 'z'], { several: ['x', 'y', 'z'] }],
    [['--repeated', 'x', '--repeated', 'y'], { repeated: ['x', 'y'] }],
    [['--parsed', '3', '--parsed-all', '4', '5'], { parsed: 3, parsedAll: [4, 5] }],
    [['--optional'], { optional: true }],
    [['--no-keep', '--note'], { keep: false, note: true }],
  ])('of %j', (args, given) => expect(valuesOf(args)).toEqual({ ...usual, ...given }))

  test.each([
    [['--parsed', 'x'], 'whole number'],
    [['--parsed-all', '1', 'x'], 'whole number'],
    [['--one-of', 'c'], '--one-of <text> takes a or b; it was given "c"'],
    [['--note', '--is-on'], '--note and --is-on exclude each other'],
    [['--repeated', 'x', 'y'], 'too many arguments'],
  ])('refused: %j', (args, message) => expect(() => valuesOf(args)).toThrow(message))
})
