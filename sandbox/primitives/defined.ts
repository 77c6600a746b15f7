/** Members that may be absent, without those that are undefined: in records and responses they are left out. */
export function defined<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<{ [Name in keyof Members]: Exclude<Members[Name], undefined> }>
}
