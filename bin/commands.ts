import { resolve } from 'node:path'
import { Command } from 'commander'
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
import { commandOf, withExamples } from './input/command.js'
import { withJson } from './input/options.js'
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

// The work of a command is loaded when it runs, so that no command waits for the modules of another.

const isCli = (command: Command, name: string): boolean => command.getOptionValueSource(name) === 'cli'

const fetch = (context: CommandContext): Command =>
  commandOf(fetchCommand, async (options) => {
    const { runFetch } = await import('./fetch/run-fetch.js')
    await runFetch(options, context)
  })

/** The options of the command, once commander and the settings gave them their values. */
const givenToGenerate = (command: Command): GenerateCommandOptions => {
  const { specs, ...rest } = command.opts<GenerateCommandOptions>()
  const isUsual = command.getOptionValueSource('specs') === 'default'
  // Named documents replace the folder, unless that is named as well.
  return { ...rest, ...(specs !== undefined && !(isUsual && rest.input !== undefined) && { specs }) }
}

const generate = (context: CommandContext): Command =>
  commandOf(generateCommand, async (_, __, command) => {
    const options = givenToGenerate(command)
    if (options.watch === true) {
      const { watchAndGenerate } = await import('./generate/watch.js')
      return watchAndGenerate(options, context)
    }
    const { runGenerate } = await import('./generate/run-generate.js')
    return runGenerate(options, context)
  })

const exclusive = [
  ['json', 'format'],
  ['published', 'unpublished'],
] as const

/** Of two options that exclude each other, the one on the command line wins over that of the settings. */
const outranked = (command: Command, options: DiffOptions): DiffOptions => {
  const dropped = new Set<string>(
    exclusive.flatMap(([one, other]) => {
      if (isCli(command, one) === isCli(command, other)) return []
      return [isCli(command, one) ? other : one]
    }),
  )
  const kept = Object.entries(options).filter(([name]) => !dropped.has(name))
  return { specs: options.specs, ...Object.fromEntries(kept) }
}

const diff = (context: CommandContext): Command =>
  commandOf(diffCommand, async (options, names, command) => {
    const { runDiff } = await import('./diff/run-diff.js')
    await runDiff(names, outranked(command, options), context)
  })

/** A function that gives a command, which is not run itself, the values of the settings. */
const readSettings = async ({ cwd, env }: CommandContext): Promise<(command: Command) => Command> => {
  const { readConfig } = await import('./config/config-file.js')
  const { applyConfig } = await import('./config/apply-config.js')
  const config = await readConfig(cwd)
  return (command) => {
    applyConfig(command, env, config)
    return command
  }
}

/** The minting policy that `rampart diff` judges by here, so that commands around it quote the same one. */
const configuredPolicy = async (context: CommandContext): Promise<unknown> =>
  (await readSettings(context))(diff(context)).opts<DiffOptions>().policy

const changelog = (context: CommandContext): Command =>
  commandOf(changelogCommand, async (options) => {
    const { runChangelog } = await import('./changelog/run-changelog.js')
    const policy = options.policy ?? (await configuredPolicy(context))
    await runChangelog({ ...options, policy }, context)
  })

const upgrade = (context: CommandContext): Command =>
  commandOf(upgradeCommand, async (options, [from = '', to = '']) => {
    const { runUpgrade } = await import('./upgrade/run-upgrade.js')
    await runUpgrade([from, to], { ...options, policy: await configuredPolicy(context) }, context)
  })

/** The options of the command, once commander and the settings gave them their values. */
const givenToTest = (command: Command, { cwd }: CommandContext): TestOptions => {
  const given = command.opts<TestOptions>()
  return { ...given, sources: optionSources(command), reportDir: resolve(cwd, given.reportDir) }
}

const test = (context: CommandContext): Command =>
  commandOf(testCommand, async ({ reportDir }, _, command) => {
    const { runTest } = await import('./test/run-test.js')
    await runTest(givenToTest(command, context), reportDir, context)
  })

const partOptions = async (
  { specs, out, specUrl, baseUrl, reportDir, allowWrites, strict }: CheckOptions,
  context: CommandContext,
): Promise<PartOptions> => {
  const withSettings = await readSettings(context)
  const completed = (command: Command, given: object): Command => {
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) command.setOptionValueWithSource(name, value, 'cli')
    }
    return withSettings(command)
  }
  const given = { baseUrl, specUrl, reportDir, allowWrites, strict, plan: false }
  return {
    fetch: () => completed(fetch(context), { specUrl, out: specs }).opts<FetchOptions>(),
    diff: () => completed(diff(context), { specs }).opts<DiffOptions>(),
    generate: () => givenToGenerate(completed(generate(context), { out, check: true })),
    test: () => givenToTest(completed(test(context), given), context),
  }
}

const check = (context: CommandContext): Command =>
  commandOf(checkCommand, async ({ allowWrites, ...rest }, _, command) => {
    const { runCheck } = await import('./check/run-check.js')
    // Permission to write in production has to be on the command line itself.
    const isExplicit = isCli(command, 'allowWrites')
    const options = isExplicit && allowWrites === true ? { ...rest, allowWrites } : rest
    await runCheck({ options, parts: await partOptions(options, context), context })
  })

const init = (context: CommandContext): Command =>
  commandOf(initCommand, async (options) => {
    const { runInit } = await import('./init/run-init.js')
    await runInit(options, context)
  })

const doctor = (context: CommandContext): Command =>
  commandOf(doctorCommand, (options) => runDoctor(options, context))

const inspect = (context: CommandContext): Command =>
  commandOf(inspectCommand, async (options, [file = '']) => {
    const { runInspect } = await import('./inspect/run-inspect.js')
    const reportDir = resolve(context.cwd, options.reportDir)
    await runInspect(file, { ...options, reportDir }, options.reportDir, context)
  })

const open = (context: CommandContext): Command =>
  commandOf(openCommand, (options) => runOpen(options, context))

const mergeReports = (context: CommandContext): Command =>
  commandOf(mergeReportsCommand, async (options, folders) => {
    const { merge } = await import('./merge-reports/run-merge.js')
    const reportDir = resolve(context.cwd, options.reportDir)
    await merge(folders, { ...options, reportDir }, options.reportDir, context)
  })

const sandbox = (context: CommandContext): Command =>
  commandOf(sandboxCommand, async (options) => {
    const { listFaults, runSandbox } = await import('./sandbox/run-sandbox.js')
    return options.listFaults ? listFaults(context, options) : runSandbox(context, options)
  })

const rules = (context: CommandContext): Command =>
  commandOf(rulesCommand, async (_, patterns, command) => {
    const { specs, ...options } = withJson(command.opts<RulesOptions>(), command)
    // A folder of the settings may have no documents yet.
    const isNamed = specs !== undefined && isCli(command, 'specs')
    const { runRules } = await import('./rules/run-rules.js')
    await runRules(patterns, { ...options, ...(isNamed && { specs }) }, context)
  })

const templates = (context: CommandContext): Command =>
  withExamples(
    new Command('templates').description('Templates that generated code is printed through.'),
    'npx rampart templates eject client.js --to my-templates',
    'npx rampart generate --templates my-templates',
  ).addCommand(commandOf(ejectCommand, (options, names) => runEject(names, options, context)))

const listen = (context: CommandContext): Command =>
  commandOf(listenCommand, async (options, _, command) => {
    const { runListen } = await import('./webhook/run-listen.js')
    await runListen(withJson(options, command), context)
  })

const verify = (context: CommandContext): Command =>
  commandOf(verifyCommand, async (options, [recorded]) => {
    const { runVerify } = await import('./webhook/run-verify.js')
    await runVerify(context, recorded, options)
  })

const send = (context: CommandContext): Command =>
  commandOf(sendCommand, async (options, [kind]) => {
    const { runSend } = await import('./webhook/run-send.js')
    await runSend(context, kind, options)
  })

const drill = (context: CommandContext): Command =>
  commandOf(drillCommand, async (found, _, command) => {
    const given = withJson(found, command)
    const { runDrillCommand } = await import('./webhook/run-drill.js')
    // A variable that was set once must not send a drill anywhere.
    const isAllowed = isCli(command, 'allowPublic')
    const options = { ...given, allowPublic: isAllowed && given.allowPublic === true }
    await runDrillCommand(context, options, resolve(context.cwd, given.reportDir))
  })

const webhook = (context: CommandContext): Command => {
  const command = new Command('webhook').description('Receive, verify and send signed deliveries.')
  for (const make of [listen, verify, send, drill]) command.addCommand(make(context))
  return withExamples(
    command,
    'npx rampart webhook listen --forward-to http://127.0.0.1:3000/webhooks',
    'npx rampart webhook send customer_status --to http://127.0.0.1:4020',
    'npx rampart webhook verify delivery.har',
    'npx rampart webhook drill --to http://127.0.0.1:3000/webhooks',
  )
}

const all = [
  fetch,
  generate,
  diff,
  changelog,
  upgrade,
  test,
  check,
  init,
  doctor,
  inspect,
  open,
  mergeReports,
  sandbox,
  rules,
  templates,
  webhook,
  completionCommand,
]

/** The commands of rampart, in the order of the help. */
export function commandsFor(context: CommandContext): readonly Command[] {
  return all.map((make) => make(context))
}
