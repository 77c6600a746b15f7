import type { Severity } from './rule.js'

/** Something that operations of a document have. */
export type Feature =
  | 'responses'
  | 'bodies'
  | 'schemas'
  | 'writeOnly members'
  | 'headers'
  | 'links'
  | 'input'
  | 'refusals'
  | 'credentials'
  | 'names'
  | 'creations'
  | 'updates'
  | 'deletions'

/** A part of an operation: of its responses, or its request or security. */
export type OperationPart = 'content' | 'headers' | 'links' | 'request' | 'security'

export interface ExploreRule {
  readonly title: string
  /** The standard with the promise: OpenAPI, JSON Schema, HTTP. */
  readonly section: string
  readonly statement: string
  /** An error only where the document itself makes the promise; otherwise a warning. */
  readonly severity: Severity
  /** It applies to operations that have all of these, or to every operation. */
  readonly about: readonly Feature[]
  /** The part without which it cannot be judged. */
  readonly part: OperationPart | undefined
}

type Row =
  `${string} | ${string} | ${Severity} | ${Feature | `${Feature} and ${Feature}` | '-'} | ${OperationPart | '-'} | ${string}`

/** One rule on each line: title, section, severity, what operations it is about, the part that it depends on, statement. */
const rows = {
  'answers/server-error':
    'No server error | HTTP, 15.6 Server Error 5xx | error | - | - | Every request gets a response within the timeout, with a status other than 5xx.',
  'answers/status':
    'Declared statuses | OpenAPI, Responses Object | error | responses | - | A successful response has a status that its operation declares.',
  'answers/undeclared-refusal':
    'Declared refusals | OpenAPI, Responses Object | warning | responses | - | A refusal has a status that the operation declares, where it declares refusals at all. 401, 403, refusals of HTTP itself (405, 413, 415, 429, ...) and 404 with a parameter in the path need no declaration; 404 for a request that names nothing needs one in any case, since the document has the path.',
  'answers/media-type':
    'Declared media types | OpenAPI, Response Object, content | error | bodies | content | A body has a media type that its response declares.',
  'answers/body':
    'Bodies satisfy their schemas | OpenAPI, Media Type Object, schema | error | schemas | content | A body satisfies the schema that its response declares for its media type.',
  'answers/format':
    'Values have their formats | JSON Schema Validation, 7 Vocabularies for Semantic Content With "format" | warning | - | content | A string in a body has the format of its schema, for instance date-time (RFC 3339).',
  'answers/write-only':
    'No writeOnly members | OpenAPI, Schema Object, writeOnly | warning | writeOnly members | content | A body has no member whose schema is writeOnly, such as a password.',
  'answers/headers':
    'Declared headers | OpenAPI, Response Object, headers | error | headers | headers | A response has the headers that are declared as required, and each declared header satisfies its schema.',
  'requests/valid-accepted':
    'Valid requests are accepted | OpenAPI, Request Body Object and Parameter Object | error | input | request | A request is not refused for an enumerated value, a boundary value, null or an absent optional member that the document allows.',
  'requests/stricter-than-documented':
    'No unwritten limits | OpenAPI, Request Body Object and Parameter Object | warning | input | request | Strings and numbers that satisfy their schema are accepted, because the document states every limit and pattern.',
  'requests/invalid-refused':
    'Invalid requests are refused | OpenAPI, Request Body Object and Parameter Object | error | input and refusals | request | An operation that declares a refusal of invalid requests refuses a request that violates its schema.',
  'requests/lenient':
    'Invalid requests are refused everywhere | OpenAPI, Request Body Object and Parameter Object | warning | input | request | A request that violates its schema is refused even where the operation declares no refusal, and for mistakes that services often overlook: a format, an unknown member, "1" for 1 in a body.',
  'security/required':
    'Credentials are required | OpenAPI, Security Requirement Object | error | credentials | security | An operation with a security requirement refuses requests without credentials, with wrong ones, and without one of several that it requires.',
  'security/made-up':
    'Made-up names and tokens are refused | HTTP, 11.1 Authentication Scheme | warning | credentials and names | security | Invented names, passwords and tokens are refused. A service may intend to accept each as a new identity.',
  'methods/undeclared':
    'Undeclared methods are refused | HTTP, 15.5.6 405 Method Not Allowed | warning | - | - | A method that the document does not declare for a path is refused.',
  'state/readable':
    'Created resources can be read | HTTP, 15.3.2 201 Created | warning | creations | - | A created resource can be read at once, with the values of its creation.',
  'state/updated':
    'Updated resources read back | HTTP, 9.3.4 PUT | warning | updates | - | An updated resource has its new values, and its other values are unchanged.',
  'state/refused':
    'Refused requests change nothing | HTTP, 15.5 Client Error 4xx | warning | - | - | A request that is refused as invalid (400 or 422) creates nothing and changes nothing.',
  'state/gone':
    'Deleted resources are gone | HTTP, 9.3.5 DELETE | warning | deletions | - | A deleted resource can no longer be read, listed or changed.',
  'state/listed':
    'Lists contain created resources | OpenAPI, Paths Object | warning | creations | - | The list of a collection contains the resources created in it, with the values that reading them returns.',
  'state/paging':
    'Pages contain each item once | OpenAPI, Parameter Object | warning | - | - | The pages of a list contain each item once, and a page has at most as many items as requested.',
  'state/filters':
    'Filters filter | OpenAPI, Parameter Object | warning | - | - | A list filtered by a member contains items with that value, and no others.',
  'state/links':
    'Links lead somewhere | OpenAPI, Link Object | error | links | links | A link that a response declares leads to an operation that accepts its values.',
  'state/safe-methods':
    'Reading changes nothing | HTTP, 9.2.1 Safe Methods | warning | - | - | Reading a resource twice, in turn or concurrently, returns the same values.',
  'versions/echo':
    'Responses name their version | The version header | warning | - | - | A response that names a version names the requested one.',
  'versions/unknown':
    'Unknown versions are refused | The version header | warning | - | - | A request for an unknown version is refused, not served as another version.',
  'versions/elsewhere':
    'A version serves its own document | OpenAPI, Paths Object | warning | - | - | An operation that the document of a version lacks is refused under that version.',
} as const satisfies Readonly<Record<string, Row>>

export type ExploreRuleId = keyof typeof rows

const ruleOf = (row: string): ExploreRule => {
  const [title = '', section = '', severity, about = '-', part = '-', statement = ''] = row.split(' | ')
  return {
    title,
    section,
    severity: severity as Severity,
    about: about === '-' ? [] : (about.split(' and ') as Feature[]),
    part: part === '-' ? undefined : (part as OperationPart),
    statement,
  }
}

export const exploreRules = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => [id, ruleOf(row)]),
) as Readonly<Record<ExploreRuleId, ExploreRule>>

/** True for a rule that follows from any document. */
export function isOfDocuments({ id }: { readonly id: string }): boolean {
  return Object.hasOwn(exploreRules, id)
}
