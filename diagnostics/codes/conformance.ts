import type { ErrorEntry } from './error-entry.js'

export const conformanceErrors = {
  CONTRACT_BROKEN: {
    exit: 1,
    title: 'The service breaks rules of its contract.',
    fix: 'Read the findings in the report; each names the rule, the location and the exchange that shows it.',
  },
  RUN_INCOMPLETE: {
    exit: 3,
    title: 'Planned rules could not be judged, because the service or the network failed.',
    fix: 'Read the first cause, and the inconclusive results in the report. Run again when the service is available, with a longer --timeout or a lower --rate if it is slow or limits requests.',
  },
  RULES_SKIPPED: {
    exit: 1,
    title: 'The judged rules hold, but rules were skipped and --require-all was given.',
    fix: 'Provide what the skipped rules need; the report names it for each. Leave rules out with --rules or --tags, or run without --require-all.',
  },
  NOTHING_JUDGED: {
    exit: 3,
    title: 'No response of the service allowed a rule to be judged.',
    fix: 'Read why the rules were skipped; check that the service runs and that the run has the permissions that its rules need.',
  },
  SERVICE_UNREACHABLE: {
    exit: 3,
    title: 'The service under test could not be reached.',
    fix: 'Check --base-url, the network, and that the service is running.',
  },
  SERVICE_REFUSED_KEY: {
    exit: 3,
    title: 'The service under test refused the API key.',
    fix: 'Put a key of this environment into RAMPART_API_KEY, or name another variable with --api-key-env.',
  },
  // Either the URL is wrong or a login page responds; which of them cannot be determined.
  SERVICE_NOT_AN_API: {
    exit: 3,
    title: 'The base URL does not lead to the API.',
    fix: 'Give the API root as --base-url; it usually ends in /api.',
  },
  RULES_UNKNOWN: {
    exit: 2,
    title: 'A pattern for rules selects none.',
    fix: 'List the rules with "npx rampart rules".',
  },
  PACK_INVALID: {
    exit: 2,
    title: 'A custom pack of rules cannot be used.',
    fix: 'Fix it at the location that the message names; node_modules/rampart/docs/your-own-rules.md shows what a rule has.',
  },
  VERSIONS_UNKNOWN: {
    exit: 2,
    title: 'A requested version is invalid, or the service does not list it.',
    fix: 'Leave --versions out to test all listed versions; GET /spec/versions of the host shows them.',
  },
  VITEST_MISSING: {
    exit: 2,
    title: '--shard needs vitest 3 or newer, which is not installed beside rampart.',
    fix: 'Install it in the project: npm install --save-dev vitest@latest.',
  },
  WEBHOOK_PORT_TAKEN: {
    exit: 2,
    title: 'The port for receiving webhooks cannot be opened.',
    fix: 'Name a free port with --webhook-port, or end the program that uses it.',
  },
  RECORDING_UNREADABLE: {
    exit: 2,
    title: 'A recording could not be read from disk.',
    fix: 'Check the path and its permissions.',
  },
  RECORDING_SYNTAX: {
    exit: 2,
    title: 'A recording is not valid JSON, or ends too early.',
    fix: 'Record again, or export the file anew: a recording is a HAR, which is JSON.',
  },
  RECORDING_EMPTY: {
    exit: 2,
    title: 'A recording has no call that can be judged.',
    fix: 'Check that the file is a HAR of calls to this service, that the documents are those of the service, and name the API root with --base-url.',
  },
  TAGS_UNKNOWN: {
    exit: 2,
    title: 'No rule has a requested tag.',
    fix: 'Tags are the area, kind, severity and needs of a rule; "npx rampart rules --format json" shows them.',
  },
  WRITES_REFUSED: {
    exit: 2,
    title: 'Permission to write comes from a setting, and the service does not look like a sandbox.',
    fix: 'Pass --allow-writes on the command line if the run may write to this service, or remove the setting.',
  },
  WARNINGS_STRICT: {
    exit: 1,
    title: 'The judged rules hold, but the report has warnings and --strict was given.',
    fix: 'Read the warnings in the report; run without --strict to let them pass.',
  },
  BASELINE_INVALID: {
    exit: 2,
    title: 'The baseline cannot be used.',
    fix: 'Compare it with the published schema, rampart/baseline.schema.json.',
  },
  PROVOCATIONS_INVALID: {
    exit: 2,
    title: 'The provocations of structured codes cannot be used.',
    fix: 'Give an object with a list of JSON Patch operations (add, remove, replace) for each code; rampart/provocations.schema.json describes it.',
  },
  REPORT_UNUSABLE: {
    exit: 2,
    title: 'A report is missing, or "npx rampart test" did not write it.',
    fix: 'Name the folder or the report.json that "npx rampart test" wrote.',
  },
  REPORTS_DIFFER: {
    exit: 2,
    title: 'The reports to merge are not the parts of one run.',
    fix: 'Give each part of one run once: the reports of all shards, of the same service, documents, settings and version of rampart.',
  },
  CREDENTIALS_UNUSABLE: {
    exit: 2,
    title: 'Configured credentials cannot be used.',
    fix: 'Compare "auth" in the config file with the security schemes of the document; node_modules/rampart/docs/any-api-access.md shows the settings of each kind.',
  },
  TOKEN_REFUSED: {
    exit: 3,
    title: 'The token server gave no access token.',
    fix: 'Check the client, its secret and its scopes, and that the token server can be reached.',
  },
  PREPARE_FAILED: {
    exit: 2,
    title: 'The function "prepare" of the config file failed, or returned an unusable value.',
    fix: 'Fix the function; node_modules/rampart/docs/any-api-access.md shows its arguments and its result.',
  },
} as const satisfies Record<string, ErrorEntry>
