type Present<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Members that may be absent, without those that are undefined: in records and responses they are left out. */
export function defined<Members extends object>(members: Members): Present<Members> {
  const given: Partial<Members> = {}
  // A loop, because every response calls this.
  for (const name in members) if (members[name] !== undefined) given[name] = members[name]
  return given as Present<Members>
}
