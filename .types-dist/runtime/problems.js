import { messageOf } from './problem-messages.js';
import { withoutUnions } from './problem-unions.js';
const unescaped = (segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~');
const escaped = (segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
/** Finds places in one value, and remembers in which order the members of its objects come. */
class Places {
    #root;
    #orders = new Map();
    constructor(root) {
        this.#root = root;
    }
    at(pointer) {
        const path = [];
        const order = [];
        let value = this.#root;
        for (const segment of pointer.split('/').slice(1)) {
            const key = unescaped(segment);
            path.push(Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key);
            order.push(this.#position(value, key));
            value =
                typeof value === 'object' && value !== null && Object.hasOwn(value, key)
                    ? Reflect.get(value, key)
                    : undefined;
        }
        return { path, value, order };
    }
    #position(holder, key) {
        if (Array.isArray(holder))
            return Number(key);
        if (typeof holder !== 'object' || holder === null)
            return 0;
        const known = this.#orders.get(holder) ?? new Map(Object.keys(holder).map((name, index) => [name, index]));
        this.#orders.set(holder, known);
        return known.get(key) ?? known.size;
    }
}
const inOrder = (a, b) => {
    for (const [index, position] of a.entries()) {
        const other = b[index];
        if (other === undefined)
            return 1;
        if (position !== other)
            return position - other;
    }
    return a.length - b.length;
};
/** Properties that an error is about though it stands at their object. */
const propertyOf = ({ keyword, params }) => {
    const names = {
        required: params['missingProperty'],
        dependentRequired: params['missingProperty'],
        additionalProperties: params['additionalProperty'],
        unevaluatedProperties: params['unevaluatedProperty'],
        propertyNames: params['propertyName'],
        branches: params['tag'],
    };
    const name = Object.hasOwn(names, keyword) ? Reflect.get(names, keyword) : undefined;
    return typeof name === 'string' ? name : undefined;
};
const pointerOf = (error) => {
    const property = propertyOf(error);
    return property === undefined ? error.instancePath : `${error.instancePath}/${escaped(property)}`;
};
// `if` only says that then or else failed, whose own errors stand beside it; so with what a name was judged by.
const isTold = ({ keyword, propertyName }) => keyword !== 'if' && (propertyName === undefined || keyword === 'propertyNames');
/**
 * What is wrong with `value`, made of the errors that its validator left: each thing once, in the order of the
 * value, and of a union no more than the branch that comes nearest. Values that look like secrets are not shown.
 */
export function problemsOf(errors, value) {
    const all = errors ?? [];
    const places = new Places(value);
    const told = withoutUnions(all.filter(isTold));
    const found = (told.length === 0 ? all : told).map((error) => {
        const pointer = pointerOf(error);
        const place = places.at(pointer);
        const message = messageOf(error, place);
        return { order: place.order, problem: { pointer, path: place.path, rule: error.keyword, message } };
    });
    const once = new Map(found.map((one) => [`${one.problem.pointer}\n${one.problem.message}`, one]));
    return [...once.values()].sort((a, b) => inOrder(a.order, b.order)).map(({ problem }) => problem);
}
