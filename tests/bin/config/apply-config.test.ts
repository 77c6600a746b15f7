import { Command } from 'commander'
import { expect, test } from 'vitest'
import { applyConfig } from '../../../bin/config/apply-config.js'
import { DeclaredOption, file, flag, text } from '../../../bin/input/options.js'

const table = {
  keep: file('<file>', '', { usual: 'kept' }),
  noKeep: flag(''),
  plan: flag('', { excludes: ['strict'] }),
  strict: flag(''),
  format: text('<format>', '', { choices: ['text', 'markdown', 'json'], usual: 'text' }),
  json: flag(''),
}

const settled = (line: string, env: NodeJS.ProcessEnv, values: Record<string, unknown>): Command => {
  const command = new Command('it').exitOverride()
  for (const [name, row] of Object.entries(table)) command.addOption(new DeclaredOption(name, row))
  command.parse(line.split(' ').filter(Boolean), { from: 'user' })
  applyConfig(command, env, { file: 'rampart.config.json', above: '', values })
  return command
}

const usual = { keep: 'kept', format: 'text' }

test.each([
  ['', { RAMPART_NO_KEEP: 'true' }, {}, { keep: false }],
  ['', { RAMPART_NO_KEEP: '0' }, {}, {}],
  ['--keep here', { RAMPART_NO_KEEP: 'true' }, {}, { keep: 'here' }],
  ['', {}, { keep: false }, { keep: false }],
  ['--plan', { RAMPART_STRICT: '1' }, {}, { plan: true, strict: undefined }],
  ['--strict', {}, { plan: true }, { plan: true, strict: true }],
  ['--json', {}, {}, { json: true, format: 'json' }],
  ['--json', {}, { format: 'markdown' }, { json: true, format: 'json' }],
  ['--json --format json', {}, {}, { json: true, format: 'json' }],
  ['--format markdown', { RAMPART_JSON: 'true' }, {}, { json: true, format: 'markdown' }],
])('"%s" with %j and %j', (line, env, values, wanted) =>
  expect(settled(line, env, values).opts()).toEqual({ ...usual, ...wanted }),
)

test.each([
  ['--plan --strict', {}, '--plan and --strict exclude each other'],
  ['--json --format text', {}, '--json and --format text exclude each other'],
  ['', { json: true, format: 'markdown' }, '--json and --format markdown exclude each other'],
])('refused: "%s" with %j', (line, values, message) =>
  expect(() => settled(line, {}, values)).toThrow(message),
)
