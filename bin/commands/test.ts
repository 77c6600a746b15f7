import { resolve } from 'node:path'
import { Command } from 'commander'
import { optionSources } from '../config/options.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import {
  collect,
  countUpTo,
  duration,
  perSecond,
  port,
  seconds,
  shard,
  variableFor,
  wholeNumber,
} from '../input/option-values.js'
import type { TestOptions } from '../test/options.js'

/** The documents, and what cases are made of them. */
const addDocuments = (command: Command): Command =>
  command
    .option(
      '--document <file...>',
      'OpenAPI documents (files or URLs) in place of those that the service publishes',
    )
    .option(
      '--for <time>',
      'how long at most, for instance 60s or 5m (default: 60s for cases of the documents, or 15s after the rules of a specification)',
      duration,
    )
    .option('--include <pattern...>', 'tags, paths or operation ids to make cases of; "*" is any text')
    .option('--exclude <pattern...>', 'those to leave out')
    .option('--allow-destructive', 'change and delete also what the run did not create')
    .option('--allow-refs <host...>', 'hosts and folders that references of documents may lead to')
    .option('--version-header <name>', 'with several documents: the header that says which one is meant')
    .option('--version-query <name>', 'with several documents: the query parameter that does')

const addSelection = (command: Command): Command =>
  command
    .option('--versions <date...>', 'versions to test (default: all that the service lists)')
    .option(
      '--rules <glob...>',
      'rules to judge, for instance "versioning/*"; with ! before it, to leave out (default: all)',
    )
    .option(
      '--tags <tag...>',
      'rules with one of these tags: area, kind, severity, need; "not:TAG" leaves out',
    )
    .option('--only-failed [report]', 'rules that failed in a report (default: the last in --report-dir)')
    .option('--shard <i/n>', 'run one of n parts; "rampart merge-reports" puts them together', shard)
    .option('--plan', 'show what would run, be skipped, and why; nothing but the documents is asked for')
    .option('--specs <dir>', 'with --plan: fetched documents, so that nothing is sent at all')

const addSubjects = (command: Command): Command =>
  command
    .option(
      '--api-key-env <name>',
      'environment variable that holds the API key',
      variableFor('--api-key-env', 'RAMPART_API_KEY'),
      'RAMPART_API_KEY',
    )
    .option(
      '--second-key-env <name>',
      'environment variable that holds the key of another partner',
      variableFor('--second-key-env', 'RAMPART_SECOND_KEY'),
    )
    .option('--customer-id <uuid>', 'a customer to use instead of creating one')
    .option('--recipient-account-id <uuid>', 'a registered bank account of that customer')
    .option('--sub-partner-id <uuid>', 'a sub-partner of the partner whose key is used')
    .option('--provocations <file>', 'JSON: by structured code, the JSON Patch that provokes it here')

/** Where webhooks are received. */
const addWebhooks = (command: Command): Command =>
  command
    .option('--webhook-port <port>', 'receive webhooks on this port of 127.0.0.1 (0: a free one)', port)
    .option('--webhook-url <url>', 'public URL that leads to that port; register it for all events')
    .option(
      '--webhook-secret-env <name>',
      'environment variable that holds the secret of that webhook',
      variableFor('--webhook-secret-env', 'RAMPART_WEBHOOK_SECRET'),
      'RAMPART_WEBHOOK_SECRET',
    )
    .option('--webhook-wait <seconds>', 'longest wait for webhooks that are due', seconds, 60)

const addManners = (command: Command): Command =>
  command
    .option(
      '--allow-writes',
      'create things; allowed by itself on a sandbox, and on this machine for an API of another kind',
    )
    .option('--no-allow-writes', 'create nothing, wherever the service is')
    .option('--max-creations <number>', 'most things to create', countUpTo(1_000_000), 2_000)
    .option('--rate <number>', 'most requests a second (default: no bound)', perSecond)
    .option(
      '--concurrency <number>',
      'rules and requests at the same time (default: 1 rule, 4 requests)',
      countUpTo(64),
    )
    .option('--timeout <seconds>', 'longest wait for one answer', seconds, 10)
    .option('--seed <number>', 'make what is sent repeat', wholeNumber, 0)
    .option('--allow-origin <url>', 'another origin that documents may be read from (repeatable)', collect)

const addReports = (command: Command): Command =>
  command
    .option('--report-dir <dir>', 'folder for the reports', 'rampart-report')
    .option('--baseline <file>', 'known findings, each with a reason and the day it expires')
    .option('--write-baseline <file>', 'write the findings of this run as a baseline')
    .option(
      '--compare <report>',
      'warn of rules that this report judged and the run does not (default: the last in --report-dir)',
    )
    .option('--strict', 'end with 1 also when the report has warnings')
    .option('--require-all', 'end with 1 also when rules were skipped')
    .option('--json', 'print the report as JSON instead of the summary')

/** The command `rampart test`: the contract suite against a live service. */
export function testCommand(context: CommandContext): Command {
  const command = new Command('test')
    .description('Judge a live service by its documents, and by the rules that are about them.')
    .option('--base-url <url>', 'API root of the service, usually ending in /api (RAMPART_BASE_URL)')
    .option('--spec-url <url>', 'host that serves /spec/versions (default: the base URL without /api)')
  for (const add of [addDocuments, addSelection, addSubjects, addWebhooks, addManners, addReports])
    add(command)
  return withExamples(
    command,
    'npx rampart test --base-url https://api.example.com/api',
    'npx rampart test --base-url https://api.example.com/api --rules "versioning/*"',
    'npx rampart test --base-url https://api.example.com/api --plan --specs specs',
    'npx rampart test --document openapi.yaml --base-url http://127.0.0.1:8000 --for 2m',
  ).action(async () => {
    const options = testOptions(command, context)
    const { runTest } = await import('../test/run-test.js')
    await runTest(options, command.opts<TestOptions>().reportDir, context)
  })
}

/** The options of the command, once commander and the settings gave them their values. */
export function testOptions(command: Command, { cwd }: CommandContext): TestOptions {
  const given = command.opts<TestOptions>()
  const sources = optionSources(command)
  const writesAreExplicit = sources.get('allowWrites') === 'cli'
  return { ...given, sources, writesAreExplicit, reportDir: resolve(cwd, given.reportDir) }
}
