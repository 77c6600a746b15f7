import { randomUUID } from 'node:crypto'

import type { EndpointInput, EndpointProblems } from '../webhook-endpoints/validation.js'
import { createMemory, type Memory } from './input/memory.js'
import type { Markup } from './html/markup.js'

/** A form that was refused: what was written, and what is wrong with it. */
export interface RefusedForm {
  readonly draft: EndpointInput
  readonly problems: EndpointProblems
}

/** What the console keeps in this process between an answer to a form and the page that it leads to. */
export interface ConsoleMemory {
  /** What came of a form; each is shown once. */
  readonly notes: Memory<Markup>
  /** Refused forms, by what their address names: shown as often as that is loaded. */
  readonly refused: Memory<RefusedForm>
  /** Secrets by webhook, each for one view. */
  readonly secrets: Memory<string>
  /** Where forms led that were sent already, by their mark: sending one again leads there and does nothing. */
  readonly sent: Memory<string>
}

/** A mark for a form that is about to be shown: it tells one that is sent twice from two. */
export function createMark(): string {
  return randomUUID()
}

const mostNotes = 500
const mostForms = 200
const mostSecrets = 100
const mostSent = 10_000

/** An empty memory. */
export function createConsoleMemory(): ConsoleMemory {
  return {
    notes: createMemory(mostNotes),
    refused: createMemory(mostForms),
    secrets: createMemory(mostSecrets),
    sent: createMemory(mostSent),
  }
}

/** Forgets everything of a session, since it ends. */
export function forgetSession(memory: ConsoleMemory, session: string): void {
  for (const kept of [memory.notes, memory.refused, memory.secrets, memory.sent]) kept.forget(session)
}
