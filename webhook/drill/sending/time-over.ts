/** Thrown when the time limit of a drill prevents a delivery. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver'

  constructor() {
    super('the time of the drill is over')
  }
}
