import { placesFrom } from './walk.js';
const sections = new Set(['components', 'paths', 'webhooks']);
/** Whether a place is a component, an operation, or something else that a path or a webhook has. */
const isPart = ({ path }) => path.length === 3 && sections.has(path[0] ?? '');
/**
 * Looks for something in the places of documents. A part that is the same object at the same place as in a document
 * before is not looked through again, so nobody may change a document that was searched.
 */
export class Search {
    #find;
    #known = new WeakMap();
    /** @param find what a place is found to be; undefined when it is nothing of interest */
    constructor(find) {
        this.#find = find;
    }
    /** Everything that is found in a document, in document order. */
    in(root) {
        const all = [];
        for (const place of placesFrom({ node: root, path: [], kind: 'object' }, isPart)) {
            if (isPart(place))
                for (const one of this.#inPart(place))
                    all.push(one);
            else
                this.#add(place, all);
        }
        return all;
    }
    #inPart(part) {
        const { node } = part;
        if (typeof node !== 'object' || node === null)
            return this.#through(part);
        const at = part.path.join('\n');
        const known = this.#known.get(node);
        if (known?.at === at)
            return known.found;
        const found = this.#through(part);
        this.#known.set(node, { at, found });
        return found;
    }
    #through(part) {
        const all = [];
        for (const place of placesFrom(part))
            this.#add(place, all);
        return all;
    }
    #add(place, all) {
        const found = this.#find(place);
        if (found !== undefined)
            all.push(found);
    }
}
