import type { Call, ParameterLocation } from '../model/case.js'

/** A value that was chosen for one parameter or for the body. */
export interface Choice {
  readonly value: unknown
  /** Describes the value in a message, without the parameter's name; undefined for a value that every case may have. */
  readonly aim?: string
}

export interface BodyChoice extends Choice {
  readonly mediaType: string
}

export type Choices = Readonly<Record<string, Choice>>

/** Everything chosen for one call; an absent parameter is not sent. */
export interface Draft extends Readonly<Record<ParameterLocation, Choices>> {
  readonly body?: BodyChoice
}

export const parameterLocations = ['path', 'query', 'header', 'cookie'] as const

export const emptyDraft: Draft = { path: {}, query: {}, header: {}, cookie: {} }

/** The values of choices, by name. */
export function valuesOf(choices: Choices): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(choices).map(([name, { value }]) => [name, value]))
}

/** Builds a new object instead of assigning, because a name may be that of an inherited member (`__proto__`). */
export function withMember<Value>(
  members: Readonly<Record<string, Value>>,
  name: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const others = Object.entries(members).filter(([own]) => own !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

/** A draft with another choice for one parameter; undefined leaves it out. */
export function withParameter(
  draft: Draft,
  { name, in: location }: { readonly name: string; readonly in: ParameterLocation },
  choice: Choice | undefined,
): Draft {
  return { ...draft, [location]: withMember(draft[location], name, choice) }
}

/** A draft with another body; undefined leaves it out. */
export function withBody({ body: _body, ...others }: Draft, body: BodyChoice | undefined): Draft {
  return body === undefined ? others : { ...others, body }
}

const choicesOf = (values: Readonly<Record<string, unknown>>): Choices =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, Choice] => [name, { value }]),
  )

/** The choices of a call that was made before. */
export function draftOf({ path, query, header, cookie, body }: Call): Draft {
  const parameters = {
    path: choicesOf(path),
    query: choicesOf(query),
    header: choicesOf(header),
    cookie: choicesOf(cookie),
  }
  return body === undefined || body.raw !== undefined
    ? parameters
    : { ...parameters, body: { value: body.value, mediaType: body.mediaType } }
}
