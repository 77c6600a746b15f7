import picocolors from 'picocolors'

export type Colors = ReturnType<typeof picocolors.createColors>

/** Colours for a stream, or functions that change nothing. */
export function colorsFor(enabled: boolean): Colors {
  return picocolors.createColors(enabled)
}
