/** Groups items by key, in the order in which keys first occur. */
export function groupsOf<Item, Key>(
  all: Iterable<Item>,
  keyOf: (one: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
