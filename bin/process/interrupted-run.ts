/** A run that the user ended, and that kept what it had seen by then. */
export class InterruptedRun extends Error {
  override readonly name = 'InterruptedRun'
}
