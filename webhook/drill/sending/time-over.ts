/** Thrown in place of sending a delivery when the time that a drill may take is over. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver'

  constructor() {
    super('the time of the drill is over')
  }
}
