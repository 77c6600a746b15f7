/** Code of ajv that nobody has looked at: wrong code would come of passing it by. */
export class UnknownCode extends Error {}

/** @throws UnknownCode */
export function unknown(what: string): never {
  throw new UnknownCode(`the compiler of validators does not know ${what}`)
}
