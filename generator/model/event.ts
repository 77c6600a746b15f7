/** One type of event that webhooks deliver. */
export interface EventModel {
  /** The value that the event is told by; the name of the webhook where no member of the body tells it. */
  readonly type: string
  /** Whether a member of the body tells the type. */
  readonly isTagged: boolean
  /** TypeScript type of the body, in terms of the generated `types.d.ts`. */
  readonly body: string
  /** TypeScript type of the message in it, where the document says which one it is. */
  readonly message?: string
  /** Name of the unit that judges the body. */
  readonly validator?: string
}

/** All events of a document. */
export interface EventsModel {
  /** The member of a body that names the type of its event. */
  readonly tag: string
  readonly events: readonly EventModel[]
}
