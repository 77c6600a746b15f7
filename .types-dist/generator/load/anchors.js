import { isObject, pointerOf } from './pointer.js';
import { placesOf } from './walk.js';
const isName = /^#[A-Za-z_][-A-Za-z0-9._]*$/;
const namesOf = ({ node, kind }) => {
    if (kind !== 'schema' || !isObject(node))
        return [];
    const names = [node['$anchor'], node['$dynamicAnchor']];
    return names.filter((name) => typeof name === 'string');
};
/** Pointers of the schemas that have an anchor, by its name; nothing for a name that several have. */
const anchorsOf = (places) => {
    const owners = new Map();
    const anchors = new Map();
    for (const place of places) {
        for (const name of namesOf(place)) {
            const isShared = owners.has(name) && owners.get(name) !== place.node;
            anchors.set(name, isShared ? undefined : (anchors.get(name) ?? pointerOf(...place.path)));
            owners.set(name, place.node);
        }
    }
    return anchors;
};
/** Schemas by their `$id`, made absolute against the `$id` around them; and what is around each place. */
class Identifiers {
    #bases = new Map();
    #pointers = new Map();
    constructor(places) {
        for (const { node, path } of places) {
            const id = isObject(node) ? node['$id'] : undefined;
            if (typeof id !== 'string')
                continue;
            const pointer = pointerOf(...path);
            const absolute = resolved(id, this.#around(path));
            this.#bases.set(pointer, absolute);
            this.#pointers.set(absolute, this.#pointers.has(absolute) ? undefined : pointer);
        }
    }
    /** The pointer that a reference by `$id` means; undefined for any other reference. */
    pointerOf(ref, path) {
        if (this.#bases.size === 0 || ref.startsWith('#'))
            return undefined;
        const [id = '', fragment = ''] = resolved(ref, this.#around(path)).split('#');
        const pointer = this.#pointers.get(id);
        const isPointer = fragment === '' || fragment.startsWith('/');
        return pointer === undefined || !isPointer ? undefined : pointer + fragment;
    }
    #around(path) {
        for (let length = path.length; length > 0; length--) {
            const base = this.#bases.get(pointerOf(...path.slice(0, length)));
            if (base !== undefined)
                return base;
        }
        return '';
    }
}
const resolved = (ref, base) => {
    const origin = base === '' ? undefined : base;
    return URL.canParse(ref, origin) ? new URL(ref, origin).href : ref;
};
/**
 * Spells references by `$anchor` and by `$id` as pointers, in place. So it does with `$dynamicRef` where only one
 * schema of the document has the anchor, and the reference can lead nowhere else. Others stay, to be refused or told.
 * @returns the paths of the dynamic references that stay
 */
export function resolveAnchors(root) {
    const places = [...placesOf(root)].filter(({ kind }) => kind === 'schema');
    const anchors = anchorsOf(places);
    const identifiers = new Identifiers(places);
    const left = [];
    for (const { node, path } of places) {
        if (!isObject(node))
            continue;
        for (const keyword of ['$ref', '$dynamicRef']) {
            const ref = node[keyword];
            if (typeof ref !== 'string')
                continue;
            const pointer = isName.test(ref) ? anchors.get(ref.slice(1)) : identifiers.pointerOf(ref, path);
            if (pointer === undefined && keyword === '$dynamicRef')
                left.push([...path, keyword]);
            if (pointer === undefined)
                continue;
            Reflect.deleteProperty(node, keyword);
            Reflect.set(node, '$ref', pointer);
        }
        // A word of an older dialect, for what this one says with `$dynamicRef`.
        if (typeof node['$recursiveRef'] === 'string')
            left.push([...path, '$recursiveRef']);
    }
    return left;
}
