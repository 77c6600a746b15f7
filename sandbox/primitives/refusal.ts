/**
 * A request that the service turns down: thrown by handlers and by the pipeline, answered with `status` and the
 * text as a JSON string (Errors, General). The text names what was wrong and never repeats a caller's data.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly status: number,
    text: string,
    /** Headers of the answer beside its usual ones. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(text)
  }
}

/** 400 with a reason. */
export function badRequest(text: string): Refusal {
  return new Refusal(400, text)
}

/** 404 for a thing that is not there. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `${what} not found`)
}
