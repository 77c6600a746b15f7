import { partsOf } from './parts.js';
import { eachSubschema } from './subschemas.js';
/** Keywords that close an object. A response may hold more than they allow: services add properties. */
export const closingKeywords = ['additionalProperties', 'unevaluatedProperties'];
const isClosed = (schema) => closingKeywords.some((keyword) => schema[keyword] === false);
/** Whether a schema itself means different things in requests and responses. */
const isDirected = (schema, closedResponses) => typeof schema === 'object' &&
    (schema.readOnly === true || schema.writeOnly === true || (!closedResponses && isClosed(schema)));
/** Every reference inside a schema, at any depth. */
export function referencesOf(schema) {
    if (typeof schema === 'boolean')
        return [];
    const found = schema.$ref === undefined ? [] : [schema.$ref];
    eachSubschema(schema, (child) => found.push(...referencesOf(child)));
    return found;
}
const mentionsDirection = (schema, closedResponses) => {
    if (typeof schema === 'boolean')
        return false;
    let found = isDirected(schema, closedResponses);
    eachSubschema(schema, (child) => {
        found ||= mentionsDirection(child, closedResponses);
    });
    return found;
};
/** Tells whether a schema, or any schema it can reach, means different things in requests and responses. */
export function makeDirectional(lookup, closedResponses) {
    const known = new Map();
    // Everything that `start` reaches is answered at once: asked one by one, a long chain would cost its square.
    const answerAll = (start) => {
        const usedBy = new Map([[start, []]]);
        for (const ref of usedBy.keys()) {
            for (const next of known.has(ref) ? [] : referencesOf(lookup(ref) ?? true)) {
                const users = usedBy.get(next);
                if (users)
                    users.push(ref);
                else
                    usedBy.set(next, [ref]);
            }
        }
        const directed = new Set([...usedBy.keys()].filter((ref) => known.get(ref) ?? mentionsDirection(lookup(ref) ?? true, closedResponses)));
        for (const ref of directed)
            for (const user of usedBy.get(ref) ?? [])
                directed.add(user);
        for (const ref of usedBy.keys())
            known.set(ref, directed.has(ref));
    };
    return (ref) => {
        if (!known.has(ref))
            answerAll(ref);
        return known.get(ref) ?? false;
    };
}
/**
 * The required properties of an object schema in one direction: a readOnly property is owed by responses only,
 * a writeOnly one by requests only (OpenAPI 3.0 and 3.1). `whole` is the schema that says what the properties
 * are: the schema itself, or the one that it is an `allOf` member of.
 */
export function requiredIn(direction, required, whole, lookup) {
    if (direction === 'both')
        return required;
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
    const parts = partsOf(whole, lookup);
    const isMarked = (property) => parts.some(({ properties }) => partsOf(properties?.[property], lookup).some((candidate) => candidate[mark] === true));
    return required.filter((property) => !isMarked(property));
}
