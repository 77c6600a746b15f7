import type { ErrorEntry } from './error-entry.js'

export const fetchErrors = {
  FETCH_URL_INVALID: {
    exit: 2,
    title: 'A URL is missing, malformed, or of a kind that rampart does not read.',
    fix: 'Give an http or https URL without user name, password, query or fragment.',
  },
  FETCH_UNREACHABLE: {
    exit: 3,
    title: 'The service could not be reached, did not answer in time, or answered only with server errors.',
    fix: 'Check that the service runs and that the URL, host name and port are right, then try again.',
  },
  FETCH_REFUSED: {
    exit: 3,
    title: 'The service refused to serve its specification (401 or 403).',
    fix: 'The specification endpoints need no key: check that the URL serves /spec, and that no proxy or firewall asks for a login.',
  },
  FETCH_STATUS: {
    exit: 2,
    title: 'The service answered with an unexpected status.',
    fix: 'Check the URL: rampart reads {spec_url}/spec/versions and {spec_url}/spec/<date>. A service without them is judged by its document: "npx rampart test --document FILE".',
  },
  FETCH_REDIRECT: {
    exit: 2,
    title: 'A redirect leads nowhere: too many in a row, or without a usable location.',
    fix: 'Give the URL at which the service answers without redirecting.',
  },
  FETCH_CROSS_ORIGIN: {
    exit: 2,
    title: 'A location or a redirect leads to another origin that was not allowed.',
    fix: 'If you trust that origin, allow it with --allow-origin.',
  },
  FETCH_LIMIT: {
    exit: 3,
    title: 'A response is larger, more deeply nested or more repetitive than rampart accepts.',
    fix: 'Check that the URL serves an OpenAPI document.',
  },
  FETCH_HTML: {
    exit: 2,
    title: 'The service answered with a web page instead of data.',
    fix: 'Check the URL: {spec_url} is the host of the environment without the /api prefix.',
  },
  FETCH_LIST_UNKNOWN: {
    exit: 2,
    title: 'The version list has a shape that rampart does not know, or contradicts itself.',
    fix: 'Check the URL; rampart reads a list of dates, or of objects with a date and a location.',
  },
  FETCH_SYNTAX: {
    exit: 2,
    title: 'A response is neither valid JSON nor valid YAML.',
    fix: 'Report it to the owner of the service: no client can read the document.',
  },
  FETCH_DOCUMENT_INVALID: {
    exit: 2,
    title: 'A response can be parsed but is neither an OpenAPI 3 nor a Swagger 2.0 document.',
    fix: 'Check the location that the version list gives for this version.',
  },
  FETCH_LOCK_INVALID: {
    exit: 2,
    title: 'The lock file cannot be read, or lacks required entries.',
    fix: 'Restore it from version control, or delete the folder and run "npx rampart fetch" again.',
  },
  FETCH_LOCK_MISSING: {
    exit: 2,
    title: 'There is no lock file to compare with.',
    fix: 'Run "npx rampart fetch" without --frozen once, and commit the folder that it writes.',
  },
  FETCH_DRIFT: {
    exit: 1,
    title: 'The published documents differ from the lock file.',
    fix: 'Check the differences; if they are intended, run "npx rampart fetch" and commit the result.',
  },
} as const satisfies Record<string, ErrorEntry>
