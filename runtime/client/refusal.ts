import { ClientError } from './failure.js'

/** One entry of the structured errors of an identification; match on `code`, not on `message`. */
export interface IdentificationProblem<Code extends string = string> {
  readonly code: Code
  readonly message: string
  readonly docs_url: string
  readonly beneficiary_index?: number | null
}

type Codes<Body> = Body extends readonly { readonly code: infer Code extends string }[] ? Code : never
type CodeOf<Body> = [Codes<Body>] extends [never] ? string : Codes<Body>

/** What an answer that refuses says, by the shapes that the specification gives errors (Errors, Versioning 5). */
export type Refusal<Body = unknown> =
  | { readonly kind: 'text'; readonly status: number; readonly message: string }
  | { readonly kind: 'api'; readonly status: number; readonly message: string; readonly traceId: string }
  | {
      readonly kind: 'version'
      readonly status: number
      readonly message: string
      readonly reason: 'version_unknown' | 'version_malformed' | (string & {})
      readonly requested: string
      readonly supported: readonly string[]
    }
  | {
      readonly kind: 'identification'
      readonly status: number
      readonly message: string
      readonly problems: readonly IdentificationProblem<
        [Codes<Body>] extends [never] ? string : Codes<Body>
      >[]
    }
  | { readonly kind: 'other'; readonly status: number; readonly message: string; readonly body: Body }

interface Refused<Body> {
  readonly httpStatus: number
  readonly ok: boolean
  readonly body: Body
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isProblems = <Code extends string>(value: unknown): value is readonly IdentificationProblem<Code>[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item['code'] === 'string')

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Tells apart what a refusing answer of any operation and version says. A shape that is new stays in `body`. */
export function refusalOf<Given extends Refused<unknown>>({
  httpStatus: status,
  body,
}: Given): Refusal<Given['body']> {
  const raw: unknown = body
  if (typeof raw === 'string') return { kind: 'text', status, message: raw }
  if (isProblems<CodeOf<Given['body']>>(raw)) {
    const message = raw.map(({ code }) => code).join(', ')
    return { kind: 'identification', status, message, problems: raw }
  }
  if (isObject(raw) && raw['error'] === 'unsupported_api_version') {
    const [reason, requested] = [text(raw['reason']), text(raw['requested'])]
    const supported = Array.isArray(raw['supported']) ? raw['supported'].map(String) : []
    const message = `${reason}: ${requested} is none of ${supported.join(', ')}`
    return { kind: 'version', status, message, reason, requested, supported }
  }
  if (isObject(raw) && typeof raw['message'] === 'string' && typeof raw['trace_id'] === 'string')
    return { kind: 'api', status, message: raw['message'], traceId: raw['trace_id'] }
  return { kind: 'other', status, message: `status ${status}`, body }
}

/** What `bodyOf` throws for an answer that refuses. */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('refused', refusal.message, { operation: String(refusal.status) })
    this.refusal = refusal
  }
}

type Successful<Given> = Given extends { readonly ok: true; readonly body: infer Body } ? Body : never

/**
 * The body of a successful answer, for those who would rather catch than look.
 * @throws RefusedError for any other answer.
 */
export async function bodyOf<Given extends Refused<unknown>>(
  given: Given | Promise<Given>,
): Promise<Successful<Given>> {
  const isSuccess = (answer: Given): answer is Given & { body: Successful<Given> } => answer.ok
  const answer = await given
  if (!isSuccess(answer)) throw new RefusedError(refusalOf(answer))
  return answer.body
}
