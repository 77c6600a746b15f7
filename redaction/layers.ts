import type { OffsetMap } from './offset-map.js'
import { unescapeOnce } from './unescape.js'

/** Escaping may have been done several times over; nobody does it more often than this. */
const most = 8

/** A text after its escapes were undone some times, and the way back to the text as it was. */
export interface Layer {
  readonly text: string
  /** Where a stretch of the layer stands in the text as it was. */
  readonly origin: (start: number, stop: number) => readonly [start: number, stop: number]
}

const above = (layer: Layer, text: string, stretches: OffsetMap): Layer => ({
  text,
  origin: (start, stop) => layer.origin(stretches.start(start), stretches.stop(stop)),
})

/**
 * A text at each level of escaping.
 * @yields the text itself, then with its escapes undone once, and so on until there are none
 */
export function* layersOf(text: string): Generator<Layer> {
  let layer: Layer = { text, origin: (start, stop) => [start, stop] }
  yield layer
  for (let count = 0; count < most; count++) {
    const next = unescapeOnce(layer.text)
    if (next === undefined) return
    layer = above(layer, next.text, next.stretches)
    yield layer
  }
}
