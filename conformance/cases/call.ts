import type { Call, CallBody, ParameterLocation } from '../model/case.js'

/** Builds a new object instead of assigning, because a name may be that of an inherited member (`__proto__`). */
export function withMember(
  members: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(members).filter(([own]) => own !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

/** A call with another value of one parameter; undefined leaves it out. */
export function withParameter(
  call: Call,
  { name, in: location }: { readonly name: string; readonly in: ParameterLocation },
  value: unknown,
): Call {
  return { ...call, [location]: withMember(call[location], name, value) }
}

/** A call with another body; undefined leaves it out. */
export function withBody({ body: _body, ...others }: Call, body: CallBody | undefined): Call {
  return body === undefined ? others : { ...others, body }
}
