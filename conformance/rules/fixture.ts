/** Something that rules need to exist on the service, made on demand, once for each version. */
export interface Fixture<Value> {
  /** A few words, such as `an open order`: they stand in the reason of a rule that it ends. */
  readonly name: string
  // Of `never`, so that fixtures that are typed by different documents stand beside each other.
  readonly make: (tools: never) => Promise<Value>
}
