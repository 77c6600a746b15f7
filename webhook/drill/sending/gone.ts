/**
 * Thrown instead of a response when the receiver no longer listens, which proves nothing about the delivery. Its
 * message describes the failed connection, after "the receiver".
 */
export class Gone extends Error {
  override readonly name = 'Gone'
}
