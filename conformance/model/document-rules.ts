import type { Severity } from './rule.js'

/** A promise that follows from any document. */
export interface ExploreRule {
  readonly title: string
  /** The standard with the promise: OpenAPI, JSON Schema, HTTP. */
  readonly section: string
  readonly statement: string
  /** An error only where the document itself makes the promise; otherwise a warning. */
  readonly severity: Severity
}

/** One rule on each line: title, section, severity, statement. */
const rows = {
  'answers/server-error':
    'No server error | HTTP, 15.6 Server Error 5xx | error | No request makes the service fail: it is answered with a status other than 5xx, and within the time given.',
  'answers/status':
    'Declared statuses | OpenAPI, Responses Object | error | A request that is carried out is answered with a status that its operation declares.',
  'answers/undeclared-refusal':
    'Declared refusals | OpenAPI, Responses Object | warning | A refusal has a status that the operation declares, where it declares refusals at all. 401, 403, refusals of HTTP itself (405, 413, 415, 429, ...) and 404 with a parameter in the path need no declaration; 404 for a request that names nothing needs one in any case, since the document has the path.',
  'answers/media-type':
    'Declared media types | OpenAPI, Response Object, content | error | A body has a media type that its response declares.',
  'answers/body':
    'Bodies satisfy their schemas | OpenAPI, Media Type Object, schema | error | A body satisfies the schema that its response declares for its media type.',
  'answers/format':
    'Values have their formats | JSON Schema Validation, 7 Vocabularies for Semantic Content With "format" | warning | A text in a body is spelled as the format of its schema says, for instance as a date-time of RFC 3339.',
  'answers/headers':
    'Declared headers | OpenAPI, Response Object, headers | error | A response has the headers that are declared as required, and each declared header satisfies its schema.',
  'requests/valid-accepted':
    'Valid requests are accepted | OpenAPI, Request Body Object and Parameter Object | error | A request with an enumerated value, a limit, null or an absent optional member that the document allows is not refused for it.',
  'requests/stricter-than-documented':
    'No unwritten limits | OpenAPI, Request Body Object and Parameter Object | warning | Texts and numbers that satisfy their schema are accepted: limits and patterns stand in the document.',
  'requests/invalid-refused':
    'Invalid requests are refused | OpenAPI, Request Body Object and Parameter Object | error | Where an operation declares a refusal of wrong requests, a request that breaks its schema is not carried out.',
  'requests/lenient':
    'No wrong request is carried out | OpenAPI, Request Body Object and Parameter Object | warning | A request that breaks its schema is not carried out where the operation declares no refusal of it, nor where services often overlook the mistake: a format, an unknown member, "1" for 1 in a body.',
  'security/required':
    'Credentials are required | OpenAPI, Security Requirement Object | error | An operation with a security requirement is not carried out without credentials, nor with wrong ones.',
  'security/made-up':
    'Made-up names and tokens are refused | HTTP, 11.1 Authentication Scheme | warning | Names, passwords and tokens that nobody was given are refused; a service may mean to take each as an identity of its own.',
  'methods/undeclared':
    'Undeclared methods are refused | HTTP, 15.5.6 405 Method Not Allowed | warning | A method that the document does not have for a path is not carried out.',
  'state/readable':
    'What was created can be read | HTTP, 15.3.2 201 Created | warning | A thing that was created can be read at once, with the values that it was created with.',
  'state/updated':
    'What was updated reads back | HTTP, 9.3.4 PUT | warning | A thing that was updated is read with its new values, and its others are as they were.',
  'state/gone':
    'What was deleted is gone | HTTP, 9.3.5 DELETE | warning | A thing that was deleted is no longer read, listed or changed.',
  'state/listed':
    'Lists contain what was created | OpenAPI, Paths Object | warning | The list of a collection contains what was created in it, and things in it are what reading them shows.',
  'state/paging':
    'Pages visit each once | OpenAPI, Parameter Object | warning | Going through the pages of a list visits each of its things once, and a page holds no more than was asked for.',
  'state/filters':
    'Filters filter | OpenAPI, Parameter Object | warning | A list that is filtered by a member contains only what has that value, and some of what has it.',
  'state/links':
    'Links lead somewhere | OpenAPI, Link Object | error | A link that a response declares leads to an operation that accepts its values.',
  'state/safe-methods':
    'Reading changes nothing | HTTP, 9.2.1 Safe Methods | warning | Reading a thing twice shows the same thing, and reads side by side do too.',
  'versions/echo':
    'Responses name their version | The version header | warning | A response that names a version names the one that was asked for.',
  'versions/unknown':
    'Unknown versions are refused | The version header | warning | A request for a version that does not exist is not carried out as if it were for another.',
  'versions/elsewhere':
    'A version serves its own document | OpenAPI, Paths Object | warning | An operation that the document of a version does not have is not carried out under it.',
} as const

export type ExploreRuleId = keyof typeof rows

/** The rules for every service with a document, by id. */
export const exploreRules = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => {
    const [title = '', section = '', severity, statement = ''] = row.split(' | ')
    return [id, { title, section, severity, statement }]
  }),
) as Readonly<Record<ExploreRuleId, ExploreRule>>

/** True for a rule that follows from any document. */
export function isOfDocuments({ id }: { readonly id: string }): boolean {
  return Object.hasOwn(exploreRules, id)
}
