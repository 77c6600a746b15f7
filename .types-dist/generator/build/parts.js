/** All schemas that a value has to satisfy at once: the schema itself, its `$ref`, its `allOf`, and theirs. */
export function partsOf(schema, lookup) {
    const parts = new Set([schema]);
    for (const part of parts) {
        if (typeof part !== 'object')
            continue;
        if (part.$ref !== undefined)
            parts.add(lookup(part.$ref));
        for (const member of part.allOf ?? [])
            parts.add(member);
    }
    return [...parts].filter((part) => typeof part === 'object');
}
