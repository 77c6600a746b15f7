import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Command, Option } from 'commander'
import { readsSettings } from '../../../bin/config/options.js'
import { DeclaredOption } from '../../../bin/input/options.js'
import { buildProgram } from '../../../bin/main.js'
import { root, runCli } from '../../e2e/cli.js'
import { idleContext } from '../../support/context.js'

interface Named {
  readonly name: string
  readonly command: Command
}

const below = ({ name, command }: Named): readonly Named[] => {
  const inner = command.createHelp().visibleCommands(command)
  const own = inner.filter((one) => one.name() !== 'help')
  return [
    { name, command },
    ...own.flatMap((one) => below({ name: `${name} ${one.name()}`.trim(), command: one })),
  ]
}

const all = below({ name: '', command: buildProgram(idleContext) })

const helpOf = async (name: string): Promise<string> => {
  const { code, stdout } = await runCli([...name.split(' ').filter(Boolean), '--help'], { cwd: '/' })
  expect(code).toBe(0)
  return stdout
}

const examplesIn = (help: string): readonly string[] =>
  (help.split('\nExamples:\n')[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Words of a command line, as a shell would give them. */
const words = (line: string): readonly string[] =>
  [...line.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** The message of an option about a text that is not a number. */
const refusalOf = ({ parseArg }: Option): string => {
  try {
    parseArg?.('x', undefined)
    return ''
  } catch (error) {
    return String(error)
  }
}

class Parsed extends Error {}

/** Parses a command line as the program does, and stops before the command runs. */
const parse = async (args: readonly string[]): Promise<void> => {
  const program = buildProgram(idleContext)
  const stop = (command: Command): void => {
    command.hook('preAction', () => {
      throw new Parsed()
    })
    command.commands.forEach(stop)
  }
  stop(program)
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    const isHelp = error instanceof Error && 'code' in error && error.code === 'commander.help'
    if (!(error instanceof Parsed) && !isHelp)
      throw new Error(`${args.join(' ')}: ${String(error)}`, { cause: error })
  })
}

describe.each(all)('rampart $name', ({ name }) => {
  test('has examples in its help that it takes', async () => {
    const help = await helpOf(name)
    const examples = examplesIn(help)
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(examples.length).toBeLessThanOrEqual(4)
    for (const line of examples) {
      const [npx, rampart, ...args] = words(line)
      expect([npx, rampart]).toEqual(['npx', 'rampart'])
      await parse(args)
    }
    expect(
      help.split('\n').filter((line) => line.length > 94),
      'lines that a terminal breaks',
    ).toEqual([])
  })
})

test('an example that is wrong is found', async () => {
  await expect(parse(['generate', '--ot', 'x'])).rejects.toThrow('unknown option')
  await expect(parse(['frob'])).rejects.toThrow('unknown command')
})

test('every command that prints data has --json', () => {
  const without = all.filter(
    ({ command }) => command.commands.length === 0 && !command.options.some(({ long }) => long === '--json'),
  )
  expect(without.map(({ name }) => name)).toEqual(['open', 'completion'])
})

test('an option that takes a number is declared as one', () => {
  const options = all
    .flatMap(({ command }) => command.options)
    .filter((option) => option instanceof DeclaredOption)
  const wrong = options.filter((option) => {
    const isNumber =
      typeof (option.defaultValue ?? '') === 'number' || /a number|whole number/.test(refusalOf(option))
    return isNumber && !/number/.test(option.kind)
  })
  expect(wrong.map(({ flags }) => flags)).toEqual([])
  expect(options.map(({ kind }) => kind)).toContain('folder')
})

test('the type of a config file has the section of every command that has one', () => {
  const text = readFileSync(join(root, 'bin', 'config', 'define-config.ts'), 'utf8')
  const sections = buildProgram(idleContext).commands.filter(readsSettings)
  const missing = sections
    .map((command) => command.name())
    .filter((name) => !new RegExp(`readonly '?${name}'?\\?:`).test(text))
  expect(missing).toEqual([])
})
