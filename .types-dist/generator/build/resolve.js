import { isObject, resolvePath, resolvePointer, segmentsOf } from '../load/pointer.js';
/** Follows references from one place of a document until something that is no reference is found. */
export function locate(document, path) {
    let here = path;
    let node = resolvePath(document.root, here);
    while (isObject(node) && typeof node['$ref'] === 'string') {
        here = segmentsOf(node['$ref']);
        node = resolvePointer(document.root, node['$ref']);
    }
    return isObject(node) ? { node, path: here } : undefined;
}
// Elsewhere members have names of the author's own, such as those of headers, and all names are theirs.
const extensible = new Set(['responses', 'content']);
/** The members of an object-valued field, each located; anything that is no object is left out. */
export function locateMembers(document, place, field) {
    const map = place.node[field];
    if (!isObject(map))
        return [];
    return Object.keys(map).flatMap((name) => {
        if (extensible.has(field) && name.startsWith('x-'))
            return [];
        const found = locate(document, [...place.path, field, name]);
        return found ? [[name, found]] : [];
    });
}
