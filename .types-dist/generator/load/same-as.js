/**
 * A tree of which every part that equals the part of an earlier tree at the same place is that part itself: so
 * whoever knows something of it need not look again. Members in another order are not equal, for what is printed
 * follows it.
 * @param before not deeper than the stack
 * @param now may be changed, as nobody else has it yet
 */
export function sameAs(before, now) {
    if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null)
        return now;
    if (now === before || Array.isArray(now) !== Array.isArray(before))
        return now;
    const [keys, had] = [Object.keys(now), Object.keys(before)];
    let isEqual = keys.length === had.length;
    for (const [index, key] of keys.entries()) {
        isEqual &&= key === had[index];
        if (!Object.hasOwn(before, key))
            continue;
        const value = Reflect.get(now, key);
        const old = Reflect.get(before, key);
        const one = sameAs(old, value);
        isEqual &&= Object.is(one, old);
        if (one !== value)
            replace(now, key, one);
    }
    return isEqual ? before : now;
}
const replace = (node, key, value) => {
    // An assignment to `__proto__` would not make a member of that name.
    if (key !== '__proto__')
        Reflect.set(node, key, value);
};
