import { Command } from 'commander'
import { wrongUse } from '../diagnostics/index.js'
import { changelogCommand } from './changelog/command.js'
import { type CheckOptions, checkCommand } from './check/command.js'
import type { PartOptions } from './check/stage.js'
import { completionCommand } from './completion/command.js'
import { optionSources } from './config/options.js'
import { type DiffOptions, diffCommand } from './diff/command.js'
import { doctorCommand, runDoctor } from './doctor/command.js'
import { type FetchOptions, fetchCommand } from './fetch/command.js'
import { type GenerateCommandOptions, generateCommand } from './generate/command.js'
import { initCommand } from './init/command.js'
import { commandOf, type Declaration, declaredCommand, withExamples, isTyped } from './input/options.js'
import { given } from './input/given.js'
import { isDate } from './input/option-values.js'
import { flagOf } from './output/shell-text.js'
import { inspectCommand } from './inspect/command.js'
import { mergeReportsCommand } from './merge-reports/command.js'
import { openCommand, runOpen } from './open/command.js'
import type { CommandContext } from './process/context.js'
import { type RulesOptions, rulesCommand } from './rules/command.js'
import { sandboxCommand } from './sandbox/command.js'
import { ejectCommand, runEject } from './templates/command.js'
import { type TestOptions, testCommand } from './test/command.js'
import { upgradeCommand } from './upgrade/command.js'
import { drillCommand, listenCommand, sendCommand, verifyCommand } from './webhook/command.js'

/** The options of the command, once commander and the settings gave them their values. */
const generateOptionsOf = (command: Command): GenerateCommandOptions => {
  const { specs, ...rest } = command.opts<GenerateCommandOptions>()
  const isUsual = command.getOptionValueSource('specs') === 'default'
  // Named documents replace the folder, unless that is named as well.
  return { ...rest, ...(specs !== undefined && !(isUsual && rest.input !== undefined) && { specs }) }
}

/** The options of the command, once commander and the settings gave them their values. */
const testOptionsOf = (command: Command): TestOptions => ({
  ...command.opts<TestOptions>(),
  sources: optionSources(command),
})

type SettingsReader = (declaration: Declaration, typed?: object) => Command

/** A function that completes options of a command, which is not run, from the settings. */
const settingsReader = async ({ cwd, env }: CommandContext): Promise<SettingsReader> => {
  const { readConfig } = await import('./config/config-file.js')
  const { applyConfig } = await import('./config/apply-config.js')
  const config = await readConfig(cwd)
  return (declaration, typed = {}) => {
    const command = declaredCommand(declaration)
    for (const [name, value] of Object.entries(given(typed)))
      command.setOptionValueWithSource(name, value, 'cli')
    applyConfig(command, env, config)
    return command
  }
}

/** The minting policy of `rampart diff` in the settings, for other commands that quote it. */
const configuredPolicy = async (context: CommandContext): Promise<unknown> =>
  (await settingsReader(context))(diffCommand).opts<DiffOptions>().policy

const partOptions = async (
  { specs, out, specUrl, baseUrl, reportDir, allowWrites, strict }: CheckOptions,
  context: CommandContext,
): Promise<PartOptions> => {
  const completed = await settingsReader(context)
  const toTest = { baseUrl, specUrl, reportDir, allowWrites, strict, plan: false }
  return {
    fetch: () => completed(fetchCommand, { specUrl, out: specs }).opts<FetchOptions>(),
    diff: () => completed(diffCommand, { specs }).opts<DiffOptions>(),
    generate: () => generateOptionsOf(completed(generateCommand, { out, check: true })),
    test: () => testOptionsOf(completed(testCommand, toTest)),
  }
}

const webhookCommand = (context: CommandContext): Command => {
  const command = new Command('webhook').description('Receive, verify and send signed deliveries.')
  const inner = [
    commandOf(listenCommand, async (options) =>
      (await import('./webhook/run-listen.js')).runListen(options, context),
    ),
    commandOf(verifyCommand, async (options, [recorded]) =>
      (await import('./webhook/run-verify.js')).runVerify(context, recorded, options),
    ),
    commandOf(sendCommand, async (options, [kind]) =>
      (await import('./webhook/run-send.js')).runSend(context, kind, options),
    ),
    commandOf(drillCommand, async (options, _, drill) => {
      // An environment variable must not permit a drill of a public receiver.
      const allowPublic = isTyped(drill, 'allowPublic')
      await (await import('./webhook/run-drill.js')).runDrillCommand(context, { ...options, allowPublic })
    }),
  ]
  for (const one of inner) command.addCommand(one)
  return withExamples(
    command,
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
  )
}

/** The commands of rampart, in the order of the help. Each loads its modules when it runs, and not those of others. */
export function commandsFor(context: CommandContext): readonly Command[] {
  return [
    commandOf(fetchCommand, async (options) =>
      (await import('./fetch/run-fetch.js')).runFetch(options, context),
    ),
    commandOf(generateCommand, async (_, __, command) =>
      (await import('./generate/run-generate.js')).runGenerate(generateOptionsOf(command), context),
    ),
    commandOf(diffCommand, async (options, names, command) => {
      if (isTyped(command, 'all') && (options.format ?? 'text') !== 'text')
        throw wrongUse(`--all does nothing with --format ${options.format}, only with text`)
      if (isTyped(command, 'specs') && !names.some(isDate))
        throw wrongUse('--specs does nothing, because no document is named by its version')
      await (await import('./diff/run-diff.js')).runDiff(names, options, context)
    }),
    commandOf(changelogCommand, async (options) => {
      const policy = options.policy ?? (await configuredPolicy(context))
      await (await import('./changelog/run-changelog.js')).runChangelog({ ...options, policy }, context)
    }),
    commandOf(upgradeCommand, async (typed, [from = '', to = ''], command) => {
      const needsRecording = isTyped(command, 'reportDir')
      const options = { ...typed, needsRecording, policy: await configuredPolicy(context) }
      await (await import('./upgrade/run-upgrade.js')).runUpgrade([from, to], options, context)
    }),
    commandOf(testCommand, async (_, __, command) =>
      (await import('./test/run-test.js')).runTest(testOptionsOf(command), context),
    ),
    commandOf(checkCommand, async ({ allowWrites, ...rest }, _, command) => {
      const idle = (['baseUrl', 'allowWrites'] as const).find((name) => isTyped(command, name))
      if (idle !== undefined && rest.skip?.includes('test') === true)
        throw wrongUse(`${flagOf(idle)} does nothing with --skip test`)
      // Permission to write in production has to be on the command line itself.
      const isAllowed = allowWrites === true && isTyped(command, 'allowWrites')
      const options = { ...rest, ...(isAllowed && { allowWrites }) }
      const parts = await partOptions(options, context)
      await (await import('./check/run-check.js')).runCheck({ options, parts, context })
    }),
    commandOf(initCommand, async (options) => (await import('./init/run-init.js')).runInit(options, context)),
    commandOf(doctorCommand, (options) => runDoctor(options, context)),
    commandOf(inspectCommand, async (options, [file = '']) =>
      (await import('./inspect/run-inspect.js')).runInspect(file, options, context),
    ),
    commandOf(openCommand, (options) => runOpen(options, context)),
    commandOf(mergeReportsCommand, async (options, folders) =>
      (await import('./merge-reports/run-merge.js')).merge(folders, options, context),
    ),
    commandOf(sandboxCommand, async (options) => {
      const { listFaults, runSandbox } = await import('./sandbox/run-sandbox.js')
      return options.listFaults ? listFaults(context, options) : runSandbox(context, options)
    }),
    commandOf(rulesCommand, async (_, patterns, command) => {
      const { specs, ...options } = command.opts<RulesOptions>()
      // A folder of the settings may have no documents yet.
      const named = specs !== undefined && isTyped(command, 'specs') ? { specs } : {}
      await (await import('./rules/run-rules.js')).runRules(patterns, { ...options, ...named }, context)
    }),
    withExamples(
      new Command('templates').description('Templates that generated code is printed through.'),
      'npx rampart templates eject client.js --to my-templates',
      'npx rampart generate --templates my-templates',
    ).addCommand(commandOf(ejectCommand, (options, names) => runEject(names, options, context))),
    webhookCommand(context),
    completionCommand(context),
  ]
}
