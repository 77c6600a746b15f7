import { at } from './answers.js'
import { editObject, isEditable } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import type { Fault, Hooks, JsonObject } from './fault.js'

/** Changes the quote in a response. */
export function onQuote(edit: (quote: JsonObject, about: AnswerContext) => void): Hooks {
  return at('getAutorampQuote', 200, (answer, about) => editObject(answer, (quote) => edit(quote, about)))
}

/** Every object at a path of a value; `*` stands for all items of a list. */
const holdersAt = (value: unknown, path: readonly string[]): readonly JsonObject[] => {
  const [name, ...rest] = path
  if (name === undefined) return isEditable(value) ? [value] : []
  if (name === '*') return Array.isArray(value) ? value.flatMap((item) => holdersAt(item, rest)) : []
  return isEditable(value) ? holdersAt(value[name], rest) : []
}

/** A change of a member. */
type Change = (holder: JsonObject, name: string) => void

const leftOut: Change = (holder, name) => {
  delete holder[name]
}

const become =
  (make: (was: unknown) => unknown): Change =>
  (holder, name) => {
    if (holder[name] !== undefined) holder[name] = make(holder[name])
  }

/** Parses the field of a fault: `place.field`, or `place(Kind).field` for records with kinds. */
const parse = (place: string) => {
  const names = place.split('.')
  const last = names.pop() ?? ''
  return {
    last,
    names: names.map((name) => name.replace(/\(.*\)$/, '')),
    kind: /\((.*)\)$/.exec(names.at(-1) ?? '')?.[1],
  }
}

const fieldFault = (rule: string, place: string, how: string, does: string, change: Change): Fault => {
  const { last, names, kind } = parse(place)
  return {
    rule,
    variant: `${place.replaceAll(/[^A-Za-z_]+/g, '-')}-${how}`,
    does,
    hooks: () =>
      onQuote((quote) => {
        for (const holder of holdersAt(quote, names))
          if (kind === undefined || holder['type'] === kind) change(holder, last)
      }),
  }
}

/** One fault per place, which omits it. */
export function omittingFields(rule: string, places: readonly string[]): Fault[] {
  return places.map((place) =>
    fieldFault(rule, place, 'missing', `leaves ${place} out of the quote`, leftOut),
  )
}

/** One fault per place, which changes its value. */
export function changingFields(
  rule: string,
  how: string,
  places: readonly string[],
  make: (was: unknown) => unknown,
): Fault[] {
  return places.map((place) =>
    fieldFault(rule, place, how, `answers another ${place} in the quote: ${how}`, become(make)),
  )
}
