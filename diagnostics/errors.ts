/** Exit codes: 1 the contract is broken, 2 wrong use or bad input, 3 the service could not be reached or refused the key. */
export type ExitCode = 1 | 2 | 3

/** One entry of the error registry. */
export interface ErrorEntry {
  readonly exit: ExitCode
  /** One sentence that holds for every error with this code. */
  readonly title: string
  /** The next step for the user, unless the error itself has a better one. */
  readonly fix: string
}

/** Every expected failure, a line each: `exit code | title | fix`. */
const stated = {
  // Command lines and config files.
  CONFIG_INVALID: `2 | The config file cannot be used. | Fix the file at the location named; "npx rampart COMMAND --help" lists the options of a command.`,
  USAGE_INVALID: `2 | The command line has an unknown command, option or argument, or lacks one. | See "npx rampart COMMAND --help".`,
  OPTION_INVALID: `2 | An option has a value that cannot be used. | See "npx rampart COMMAND --help".`,
  VARIABLE_UNSET: `2 | An environment variable that an option names is not set, or is blank. | Put the key or the secret into that variable, or name another one.`,
  CHECK_FAILED: `1 | A part of the check found a problem. | Read the parts that failed above, or check.json in the folder of reports; each names the command that does the same alone.`,
  CHECK_UNREACHABLE: `3 | The check could not reach the service. | Check that the service runs, and the URLs and the key of the parts that failed.`,
  CHECK_UNUSABLE: `2 | A part of the check could not be run with its options. | Fix the problem that the part names, or leave the part out with --skip.`,
  CHECK_EMPTY: `2 | The check had nothing to do. | Give it something to check: --base-url for the test, a lock file for the documents, generated code; or leave out fewer parts.`,
  INIT_UNREADABLE: `2 | A path that rampart init writes to cannot be read. | Check the path: it may be a folder, or its parent may be a file.`,
  INIT_PACKAGE_INVALID: `2 | A script cannot be added to package.json. | Fix package.json, then run "npx rampart init" again.`,
  SPECS_MISSING: `2 | There are no documents to work on. | Run "npx rampart fetch --spec-url URL" first, or name their folder with --specs; "npx rampart COMMAND --help" shows whether files can be named instead.`,
  GENERATED_STALE: `1 | Generated code differs from the documents. | Run "npx rampart generate" with the same options, and commit the changes.`,
  OUTPUT_FOREIGN_FILE: `2 | A file that rampart did not write is at a path that it has to write. | Move the file away, or choose another folder.`,
  OUTPUT_NOT_WRITABLE: `2 | The output folder cannot be written. | Check permissions and free space, or choose another path.`,
  OUTPUT_PATH_INVALID: `2 | The name of a generated file lies outside the output folder or clashes with another. | Check the names in the document from which file names derive.`,
  // Fetching documents.
  FETCH_URL_INVALID: `2 | A URL is missing, malformed, or of a kind that rampart does not read. | Give an http or https URL without user name, password, query or fragment.`,
  FETCH_UNREACHABLE: `3 | The service could not be reached, did not answer in time, or answered only with server errors. | Check that the service runs and that the URL, host name and port are right, then try again.`,
  FETCH_REFUSED: `3 | The service refused to serve its specification (401 or 403). | The specification endpoints need no key: check that the URL serves /spec, and that no proxy or firewall asks for a login. If the service itself asks for a key, that breaks the specification; download the document with the key, and judge the rest by it: "npx rampart test --document FILE".`,
  FETCH_STATUS: `2 | The service answered with an unexpected status. | Check the URL: rampart reads {spec_url}/spec/versions and {spec_url}/spec/<date>. A service without them is judged by its document: "npx rampart test --document FILE".`,
  FETCH_REDIRECT: `2 | A redirect leads nowhere: too many in a row, or without a usable location. | Give the URL at which the service answers without redirecting.`,
  FETCH_CROSS_ORIGIN: `2 | A location or a redirect leads to another origin that was not allowed. | If you trust that origin, allow it with --allow-origin.`,
  FETCH_LIMIT: `3 | A response is larger, more deeply nested or more repetitive than rampart accepts. | Check that the URL serves an OpenAPI document.`,
  FETCH_HTML: `2 | The service answered with a web page instead of data. | Check the URL: {spec_url} is the host of the environment without the /api prefix.`,
  FETCH_LIST_UNKNOWN: `2 | The version list has a shape that rampart does not know, or contradicts itself. | Check the URL; rampart reads a list of dates, or of objects with a date and a location.`,
  FETCH_SYNTAX: `2 | A response is neither valid JSON nor valid YAML. | Report it to the owner of the service: no client can read the document.`,
  FETCH_DOCUMENT_INVALID: `2 | A response can be parsed but is neither an OpenAPI 3 nor a Swagger 2.0 document. | Check the location that the version list gives for this version.`,
  FETCH_LOCK_INVALID: `2 | The lock file cannot be read, or lacks required entries. | Restore it from version control, or delete the folder and run "npx rampart fetch" again.`,
  FETCH_LOCK_MISSING: `2 | There is no lock file to compare with. | Run "npx rampart fetch" without --frozen once, and commit the folder that it writes.`,
  FETCH_DRIFT: `1 | The published documents differ from the lock file. | Check the differences; if they are intended, run "npx rampart fetch" and commit the result.`,
  // Generating.
  DOCUMENT_UNREADABLE: `2 | A document could not be read, or is longer than 64 MB. | Check the path and its permissions.`,
  DOCUMENT_SYNTAX: `2 | A document is neither valid JSON nor valid YAML. | Fix the document at the location named, or fetch it again.`,
  DOCUMENT_UNSUPPORTED: `2 | A document is not OpenAPI 3.0, 3.1 or 3.2, nor Swagger 2.0. | Check that the file is an OpenAPI 3 or Swagger 2.0 document, and not a page about one.`,
  DOCUMENT_INVALID: `2 | A document breaks rules of OpenAPI that generated code depends on. | Fix the listed locations, which are JSON Pointers. Or run "npx rampart generate --lenient", which makes gaps of such references and schemas.`,
  DOCUMENT_DUPLICATE: `2 | Two inputs would be generated into one folder. | Rename one of the files, or generate them into different folders with --out.`,
  DOCUMENT_NOTE: `2 | A part of a document has no effect on the generated code. | Fix the document if the part should have an effect; otherwise nothing has to be done.`,
  SELECTION_EMPTY: `2 | The options select no operation of a document. | Compare --include and --exclude with the tags and operation ids of the document.`,
  TYPES_UNPRINTABLE: `2 | openapi-typescript could not print the types of a document. | Report it with the document; until it is fixed, leave out the operations concerned with --exclude.`,
  TEMPLATE_INVALID: `2 | A template could not be read or rendered. | Compare it with the template of the same name that rampart ships.`,
  // Comparing.
  DIFF_DRIFT: `1 | A published version changed more than the policy allows. | Revert the changes or publish them under a new date. Allow intended changes with --allow FILE, each with a reason.`,
  DIFF_MUST_MINT: `1 | The newer document has changes that need a new version, and no date. | Publish it under a new date, or allow changes with --allow FILE, each with a reason.`,
  POLICY_INVALID: `2 | A configured policy cannot be used. | Compare it with the published schema, rampart/policy.schema.json.`,
  ALLOW_INVALID: `2 | The list of allowed changes cannot be used. | Compare it with the published schema, rampart/allow.schema.json.`,
  GIT_UNREADABLE: `2 | A document could not be read from git. | Give --from-git a revision and a path as git takes them: main:specs/2026-08-01.json, or main:./x.json for a path below this folder. In CI, fetch that revision first.`,
  TYPESCRIPT_MISSING: `2 | No usable TypeScript is installed in the project or beside rampart. | Install it in the project: npm install --save-dev typescript@5`,
  IMPACT_UNUSABLE: `2 | The named project cannot be examined. | Name a folder, or a tsconfig.json, whose files import code that was generated from one of the documents.`,
  UPGRADE_DUE: `1 | The project must change before it can use the newer version. | Work through the checklist, and rehearse again.`,
  UPGRADE_UNCOMMITTED: `2 | Files with uncommitted changes are not rewritten. | Commit first, or pass --allow-dirty.`,
  // Tests of a service.
  CONTRACT_BROKEN: `1 | The service breaks rules of its contract. | Read the findings in the report; each names the rule, the location and the exchange that shows it.`,
  RUN_INCOMPLETE: `3 | Planned rules could not be judged, because the service or the network failed, or because the service refused what most of them need. | Read the first cause, and the inconclusive or skipped results in the report. Set credentials where it is 401 or 403, and check --base-url where it is 404. Otherwise run again when the service is available, with a longer --timeout or a lower --rate if it is slow or limits requests.`,
  RULES_SKIPPED: `1 | The judged rules hold, but rules were skipped and --require-all was given. | Provide what the skipped rules need; the report names it for each. Leave rules out with --rules or --tags, or run without --require-all.`,
  NOTHING_JUDGED: `3 | No response of the service allowed a rule to be judged. | Read why the rules were skipped; check that the service runs and that the run has the permissions that its rules need.`,
  SERVICE_UNREACHABLE: `3 | The service under test could not be reached. | Check --base-url, the network, and that the service is running.`,
  SERVICE_REFUSED_KEY: `3 | The service under test refused the API key. | Put a key for this environment into RAMPART_API_KEY, or name another variable with --api-key-env.`,
  // Either the URL is wrong or a login page responds; which of them cannot be determined.
  SERVICE_NOT_AN_API: `3 | The base URL does not lead to the API. | Give the API root as --base-url; it usually ends in /api.`,
  RULES_UNKNOWN: `2 | A pattern for rules selects none. | List the rules with "npx rampart rules".`,
  PACK_INVALID: `2 | A custom pack of rules cannot be used. | Fix it at the location that the message names; node_modules/rampart/docs/your-own-rules.md shows what a rule has.`,
  VERSIONS_UNKNOWN: `2 | A requested version is invalid, or there is no document of it. | Leave --versions out to test all versions. GET /spec/versions of the host lists those of a service; with --document it is the date in the name of the file, else its info.version.`,
  VITEST_MISSING: `2 | --shard needs vitest 3 or newer, which is not installed beside rampart. | Install it in the project: npm install --save-dev vitest@latest.`,
  WEBHOOK_PORT_TAKEN: `2 | The port for receiving webhooks cannot be opened. | Name a free port with --webhook-port, or end the program that uses it.`,
  RECORDING_UNREADABLE: `2 | A recording could not be read from disk. | Check the path and its permissions.`,
  RECORDING_SYNTAX: `2 | A recording is not valid JSON, or ends too early. | Record again, or export the file anew: a recording is a HAR, which is JSON.`,
  RECORDING_EMPTY: `2 | A recording has no call that can be judged. | Check that the file is a HAR of calls to this service, that the documents are those of the service, and name the API root with --base-url.`,
  TAGS_UNKNOWN: `2 | No rule has a requested tag. | Tags are the area, kind, severity and needs of a rule; "npx rampart rules --format json" shows them.`,
  WRITES_REFUSED: `2 | Permission to write comes from a setting, and the service does not look like a sandbox. | Pass --allow-writes on the command line if the run may write to this service, or remove the setting.`,
  WARNINGS_STRICT: `1 | The judged rules hold, but the report has warnings and --strict was given. | Read the warnings in the report; run without --strict to let them pass.`,
  BASELINE_INVALID: `2 | The baseline cannot be used. | Compare it with the published schema, rampart/baseline.schema.json.`,
  PROVOCATIONS_INVALID: `2 | The provocations of structured codes cannot be used. | Give an object with a list of JSON Patch operations (add, remove, replace) for each code; rampart/provocations.schema.json describes it.`,
  REPORT_UNUSABLE: `2 | A report is missing, or "npx rampart test" did not write it. | Name the folder or the report.json that "npx rampart test" wrote.`,
  REPORTS_DIFFER: `2 | The reports to merge are not the parts of one run. | Give each part of one run once: the reports of all shards, of the same service, documents, settings and version of rampart.`,
  CREDENTIALS_UNUSABLE: `2 | Configured credentials cannot be used. | Compare "auth" in the config file with the security schemes of the document; node_modules/rampart/docs/any-api-access.md shows the settings of each kind.`,
  TOKEN_REFUSED: `3 | The token server gave no access token. | Check the client, its secret and its scopes, and that the token server can be reached.`,
  PREPARE_FAILED: `2 | The function "prepare" of the config file failed, or returned an unusable value. | Fix the function; node_modules/rampart/docs/any-api-access.md shows its arguments and its result.`,
  // The sandbox.
  SANDBOX_PORT_TAKEN: `2 | The embedded service could not listen on the requested port. | Choose another port with --port, or --port 0 for one that is free.`,
  SANDBOX_FAULT_UNKNOWN: `2 | The embedded service does not have a requested fault. | Run "npx rampart sandbox --list-faults" for the names of all faults.`,
  SANDBOX_DATA_UNUSABLE: `2 | The state of the embedded service cannot be kept in the --data folder. | Give --data a new folder, or one that "npx rampart sandbox --data" created. Only one process at a time can use it. To begin anew, delete it.`,
  // Webhooks.
  WEBHOOK_VERSION_UNKNOWN: `2 | There is no document for the requested version. | See "npx rampart webhook send --list" for the versions and their kinds of events.`,
  WEBHOOK_KIND_UNKNOWN: `2 | The document has no kind of event of that name. | See "npx rampart webhook send --list".`,
  WEBHOOK_SECRET_MISSING: `2 | There is no secret to sign or verify deliveries with. | Put the secret that was shown when the webhook was registered into RAMPART_WEBHOOK_SECRET, or pipe it in with --secret-stdin. It is never read from the command line.`,
  WEBHOOK_INPUT_UNREADABLE: `2 | Headers, a body or a recorded delivery cannot be read. | Give headers as "Name: value" lines or JSON and the body as the bytes that arrived, or one recorded delivery; node_modules/rampart/docs/webhook-tools.md lists the forms.`,
  WEBHOOK_NOT_VALID: `1 | A delivery is not valid. | Fix the named mistake. Body and headers must be those of one request, as they arrived.`,
  WEBHOOK_OVERRIDE_UNMATCHED: `2 | A change names a path that the event does not have. | Choose a path of the event; "npx rampart webhook send KIND --dry-run" shows it.`,
  WEBHOOK_EVENT_INVALID: `2 | An event does not satisfy the document of its version, and --strict was given. | Fix the event, or send it anyway without --strict.`,
  WEBHOOK_NOT_ACKNOWLEDGED: `1 | A receiver did not answer a delivery with 200. | Read the log of the receiver. Only 200 within 5 seconds acknowledges a delivery.`,
  WEBHOOK_UNREACHABLE: `3 | A receiver could not be reached. | Check the URL, also whether it is http or https, and that the receiver runs.`,
  WEBHOOK_KEEP_UNUSABLE: `2 | Deliveries cannot be kept in the file that --keep names. | Give --keep another file, in a folder that can be written, or pass --no-keep.`,
  WEBHOOK_DELIVERY_UNKNOWN: `2 | No stored delivery has the given number or id. | See "npx rampart webhook listen --list".`,
  DRILL_FINDINGS: `1 | A receiver makes mistakes. | Fix the first finding first, because one cause may break many rules. The report shows each exchange.`,
  DRILL_HOOK_UNUSABLE: `2 | The --observe URL of a receiver does not return the number of processed events. | Answer GET on the --observe URL with 200 and a whole number or {"count": n}, and send nothing else to the receiver meanwhile.`,
  DRILL_INCOMPLETE: `3 | A drill ended before every important rule was judged. | Give it more time with --for, or judge some rules alone with --rules.`,
  DRILL_NOT_A_RECEIVER: `3 | The URL does not lead to a receiver of deliveries. | Give the whole URL of the route that deliveries are posted to.`,
  DRILL_REFUSED: `3 | A receiver accepts no valid event, so nothing else can be judged. | Give the drill the secret of the receiver; the log of the receiver should give its reason.`,
  DRILL_RULES_UNKNOWN: `2 | A pattern for rules of the drill selects none. | List the rules with "npx rampart webhook drill --list".`,
  DRILL_TARGET_PUBLIC: `2 | A drill would go to a receiver on the public internet. | Drill a receiver on this machine or in a private network. If this receiver may get a thousand signed events of unknown customers, pass --allow-public on the command line.`,
} as const

export type ErrorCode = keyof typeof stated

const isExitCode = (exit: number): exit is ExitCode => exit === 1 || exit === 2 || exit === 3

const entryOf = (row: string): ErrorEntry => {
  const [exit, title = '', fix = ''] = row.split(' | ')
  const code = Number(exit)
  if (!isExitCode(code)) throw new RangeError(`no exit code stands in: ${row}`)
  return { exit: code, title, fix }
}

/** Every error that rampart can end with, by code; `docs/reference/errors.md` is written from them. */
export const errorRegistry = Object.fromEntries(
  Object.entries(stated).map(([code, row]) => [code, entryOf(row)]),
) as Readonly<Record<ErrorCode, ErrorEntry>>
