/**
 * A request that the service refuses: thrown by handlers and by the pipeline, sent with `status` and the text as a
 * JSON string (Errors, General). The text states the problem and never repeats a caller's data.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly status: number,
    text: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(text)
  }
}

/** 400 with a reason. */
export function badRequest(text: string): Refusal {
  return new Refusal(400, text)
}

/** 404 for something that does not exist. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `${what} not found`)
}
