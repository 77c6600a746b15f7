/** Thrown for ajv code that was not reviewed, because ignoring it could produce wrong validators. */
export class UnknownCode extends Error {}

/** @throws UnknownCode */
export function unknown(what: string): never {
  throw new UnknownCode(`the compiler of validators does not know ${what}`)
}
