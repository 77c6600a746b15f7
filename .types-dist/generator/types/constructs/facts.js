import { isMethod } from '../../load/methods.js';
import { isObject, resolvePointer } from '../../load/pointer.js';
import { entriesOf, listOf } from '../reading.js';
import { Openness } from '../rampart/openness.js';
import { References } from '../rampart/references.js';
import { Tags } from '../rampart/tags.js';
import { Views } from '../rampart/views.js';
/** What constructs ask of a document beyond the place where they stand. */
export class Facts {
    document;
    references;
    views;
    #found = new Map();
    #repeatedIds;
    /** Values and tag of each schema that a discriminator selects, as the library keeps them: the first time counts. */
    selected = new Map();
    constructor(document) {
        this.document = document;
        this.references = new References(document);
        this.views = new Views(this.references, new Openness(document.root, new Tags(this.references), {}));
    }
    /** What a reference leads to, one step; undefined for what is no reference. */
    referred(node) {
        const ref = isObject(node) ? node['$ref'] : undefined;
        if (typeof ref !== 'string')
            return undefined;
        if (!this.#found.has(ref))
            this.#found.set(ref, resolvePointer(this.document.root, ref));
        return this.#found.get(ref);
    }
    /** Ids that more than one operation has, of paths and webhooks together. */
    get repeatedIds() {
        this.#repeatedIds ??= repeated(this.#operationIds());
        return this.#repeatedIds;
    }
    #operationIds() {
        const { paths, webhooks, components } = this.document.root;
        const shared = isObject(components) ? components['pathItems'] : undefined;
        return [paths, webhooks, shared].flatMap((items) => entriesOf(items).flatMap(([, item]) => entriesOf(item).flatMap(([method, node]) => isMethod(method) && isObject(node) && typeof node['operationId'] === 'string' ? [node['operationId']] : [])));
    }
}
const repeated = (names) => {
    const seen = new Set();
    return new Set(names.filter((name) => seen.size === seen.add(name).size));
};
/** Whether a schema has a keyword that says something. */
export const says = (schema, ...keywords) => keywords.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== null);
/** Whether a schema lists several types, null among them. */
export const listsNull = ({ type }) => listOf(type).some((one) => one === 'null' || one === null);
