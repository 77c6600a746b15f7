import { tableIn } from '../../support/table.js'
import { type Choices, usual } from './choices.js'

/** Services that are all correct, and each different wherever the specification is silent. */
export const variants = tableIn<Readonly<Record<string, Partial<Choices>>>>(
  import.meta.dirname,
  'variants.yaml',
)

/** A service that takes each choice from any of the variants; the same seed gives the same service. */
export const mixed = (seed: number): Choices => {
  let state = seed
  const next = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * count)
  }
  const all = Object.values(variants).map((variant): Choices => Object.assign({}, usual, variant))
  const names = Object.keys(usual)
  const chosen = names.map((name) => [name, Reflect.get(all[next(all.length)] ?? usual, name)])
  const choices: Choices = Object.fromEntries(chosen)
  // Values that a document forbids are refused, so a service that clamps has no limits in its document.
  return choices.beyondLimits === 'clamp' ? { ...choices, limitsDocumented: false } : choices
}
