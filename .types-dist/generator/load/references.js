import { isObject, resolvePointer } from './pointer.js';
import { once } from './once.js';
import { Search } from './search.js';
const references = new Search(({ node, path, kind }) => {
    const isHolder = kind === 'schema' || kind === 'object';
    return isHolder && isObject(node) && typeof node['$ref'] === 'string'
        ? { ref: node['$ref'], path }
        : undefined;
});
/**
 * Every reference of a document, in document order. Looked for once: a document is not changed after it was read.
 * What two documents share has the same references, as objects too.
 */
export const collectReferences = once((root) => references.in(root));
const namesSomething = (root, ref) => {
    const target = resolvePointer(root, ref);
    return isObject(target) || typeof target === 'boolean';
};
/** The references of a document that lead to nothing that could stand in their place. */
export function deadReferences(root) {
    const all = collectReferences(root);
    const named = new Set(all.map(({ ref }) => ref));
    const dead = new Set([...named].filter((ref) => !namesSomething(root, ref)));
    return dead.size === 0 ? [] : all.filter(({ ref }) => dead.has(ref));
}
