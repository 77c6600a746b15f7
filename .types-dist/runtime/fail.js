/** Adds a violation to those found so far. */
export function fail(found, instancePath, schemaPath, params, propertyName) {
    const finding = { instancePath, schemaPath, params, propertyName };
    if (found === null)
        return [finding];
    found.push(finding);
    return found;
}
/**
 * Adds what another validator found at a place inside the value. With `at` each is told by which way of the schema it
 * came: validators count from their own root, and of a union somebody asks which branch an error is of.
 */
export function under(found, { found: more }, path, at) {
    for (const finding of more) {
        finding.instancePath = path + finding.instancePath;
        if (at !== undefined)
            finding.schemaPath = at + finding.schemaPath.slice(1);
    }
    return found === null ? more : found.concat(more);
}
/** How many violations were found so far. */
export const size = (found) => (found === null ? 0 : found.length);
/** The first `length` of the violations: the others were those of a branch that need not hold. */
export function keep(found, length) {
    if (found === null || length === 0)
        return null;
    found.length = length;
    return found;
}
