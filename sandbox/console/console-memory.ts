import { randomUUID } from 'node:crypto'

import type { EndpointInput, EndpointProblems } from '../webhook-endpoints/validation.js'
import { createMemory, type Memory } from './input/memory.js'
import type { Markup } from './html/markup.js'

/** A rejected form: its input and its problems. */
export interface RefusedForm {
  readonly draft: EndpointInput
  readonly problems: EndpointProblems
}

/** What the console stores in memory between the response to a form and the page that it redirects to. */
export interface ConsoleMemory {
  /** Notices with the results of forms; each is shown once. */
  readonly notes: Memory<Markup>
  /** Rejected forms by the name in their address; shown each time that page is loaded. */
  readonly refused: Memory<RefusedForm>
  /** Secrets by webhook, each shown once. */
  readonly secrets: Memory<string>
  /** The redirect targets of submitted forms by mark, so that resubmitting one only redirects. */
  readonly sent: Memory<string>
}

/** A mark for a form, which distinguishes resubmitting it from submitting two equal ones. */
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

/** Removes all entries of a session when it ends. */
export function forgetSession(memory: ConsoleMemory, session: string): void {
  for (const kept of [memory.notes, memory.refused, memory.secrets, memory.sent]) kept.forget(session)
}
