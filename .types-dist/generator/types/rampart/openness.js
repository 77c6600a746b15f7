import { isObject } from '../../load/pointer.js';
import { placesOf } from '../../load/walk.js';
import { growthOf, isMarkedOpen } from '../reading.js';
const isUnion = (node) => 'discriminator' in node || 'oneOf' in node || 'anyOf' in node;
/** Tells which enumerations are open in responses: by request, or by the document, but never the tag of a union. */
export class Openness {
    #root;
    #tags;
    #openEnums;
    #tagSchemas;
    constructor(root, tags, { openEnums = false }) {
        this.#root = root;
        this.#tags = tags;
        this.#openEnums = openEnums;
    }
    /** Whether a schema is an enumeration that is open in responses. */
    grows(schema) {
        return this.mayGrow(schema) && !this.isTag(schema);
    }
    /** The same, wherever the schema stands. */
    mayGrow(schema) {
        return (this.#openEnums || isMarkedOpen(schema)) && growthOf(schema) !== undefined;
    }
    /** Whether the schema of a property says what the tag of a union is. */
    isTag(property) {
        // The whole document is searched, so not before an enumeration asks.
        this.#tagSchemas ??= new Set([...placesOf(this.#root)].flatMap(({ node, kind }) => kind === 'schema' && isObject(node) && isUnion(node) ? this.#tags.tagSchemas(node) : []));
        return this.#tagSchemas.has(property);
    }
}
