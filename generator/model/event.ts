/** One type of event that webhooks deliver. */
export interface EventModel {
  /** The tag value of the event; the name of the webhook if no member of the body contains the type. */
  readonly type: string
  /** Whether a member of the body contains the type. */
  readonly isTagged: boolean
  /** TypeScript type of the body, in terms of the generated `types.d.ts`. */
  readonly body: string
  /** TypeScript type of the message in it, if the document defines it. */
  readonly message?: string
  /** Name of the unit that validates the body. */
  readonly validator?: string
}

/** All events of a document. */
export interface EventsModel {
  /** The member of a body that contains the type of its event. */
  readonly tag: string
  readonly events: readonly EventModel[]
}
