/** Header lines as they came, in order; names in any case. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** A request as it came over the wire. */
export interface RawDelivery {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** When it arrived, where that is known. */
  readonly receivedAt?: Date
}

/** The values of a header, of those that are not blank. */
export function headerValues(headers: HeaderLines, name: string): readonly string[] {
  return headers
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value.trim())
    .filter((value) => value !== '')
}

/** The value of a header; several are joined as HTTP joins them. Undefined when there is none. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(',')
}
