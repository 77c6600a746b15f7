/** Header lines as received, in order; names in any case. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface RawDelivery {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** The time of arrival, if known. */
  readonly receivedAt?: Date
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The non-blank values of a header. */
export function headerValues(headers: HeaderLines, name: string): readonly string[] {
  return headers
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value.trim())
    .filter((value) => value !== '')
}

/** The value of a header, repeated ones joined as in HTTP; undefined when there is none. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(',')
}
