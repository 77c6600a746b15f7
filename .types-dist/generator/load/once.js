/** A function of objects that looks at each of them once. Nobody may change one that it has looked at. */
export function once(find) {
    const known = new WeakMap();
    return (subject) => {
        const before = known.get(subject);
        if (before)
            return before.found;
        const found = find(subject);
        known.set(subject, { found });
        return found;
    };
}
