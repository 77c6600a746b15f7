import picocolors from 'picocolors'
import type { Paint } from '../../reporting/index.js'

/** Colours for a stream, or functions that change nothing. */
export function colorsFor(enabled: boolean): Paint {
  return picocolors.createColors(enabled)
}
