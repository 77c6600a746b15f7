import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { applyConfig, applySettings } from '../../../bin/config/apply-config.js'
import { DeclaredOption, file, flag, text } from '../../../bin/input/options.js'
import { idleContext } from '../../support/context.js'
import { folderWith } from '../../support/folder.js'

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

test.runIf(process.getuid?.() === 0).each([
  [7, 7, true],
  [0, 7, true],
  [8, 7, false],
])('.env of user %i in a folder of user %i is read: %s', async (file, folder, isRead) => {
  const cwd = folderWith({ '.env': 'RAMPART_API_KEY=1\n', '.git/HEAD': '' })
  chownSync(join(cwd, '.env'), file, file)
  chownSync(cwd, folder, folder)
  const env = {}
  const command = new Command('it')
  await applySettings(command, command, { ...idleContext, cwd, env })
  expect(env).toEqual(isRead ? { RAMPART_API_KEY: '1' } : {})
})
