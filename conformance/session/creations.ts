import { Skip } from '../model/outcome.js'
import { counted } from '../../reporting/index.js'

/** How many things a run may create unless the plan sets another limit. */
export const defaultMostCreations = 2_000

/** Keeps what a run creates below a cap. */
export class Creations {
  readonly #most: number
  readonly #count: () => number
  #underWay = 0

  /** @param count how many things were created so far */
  constructor(count: () => number, most = defaultMostCreations) {
    this.#count = count
    this.#most = most
  }

  /** Whether one more thing would be too many; requests that are under way may create one each. */
  get isFull(): boolean {
    return this.#count() + this.#underWay >= this.#most
  }

  /**
   * Sends what may create something.
   * @throws Skip when the cap is reached.
   */
  async within<T>(send: () => Promise<T>): Promise<T> {
    if (this.isFull) {
      throw new Skip(
        `the run has created ${counted(this.#most, 'thing')}, its cap; raise it with --max-creations`,
        'creations',
      )
    }
    this.#underWay++
    try {
      return await send()
    } finally {
      this.#underWay--
    }
  }
}
