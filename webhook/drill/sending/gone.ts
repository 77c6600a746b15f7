/**
 * Thrown in place of an answer when nobody listens any more: that says nothing about what was sent. Its message is what
 * became of the connection, as it goes on after "the receiver".
 */
export class Gone extends Error {
  override readonly name = 'Gone'
}
