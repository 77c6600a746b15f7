import { pointerOf, segmentsOf } from '../load/pointer.js';
import { fileName, identifier, SafeNames } from './names.js';
const indexed = (type, ...keys) => type + keys.map((key) => `[${/^[1-5]\d\d$/.test(key) ? key : JSON.stringify(key)}]`).join('');
/** Type of the schema of a media type, below the type of the body that it belongs to. */
const contentType = (body, rest) => {
    const [content, mediaType = '', schema, ...more] = rest;
    return content === 'content' && schema === 'schema' && more.length === 0
        ? indexed(body, 'content', mediaType)
        : undefined;
};
const bodyType = (operation, rest) => {
    const [first, status = '', ...more] = rest;
    if (first === 'responses')
        return contentType(indexed(operation, 'responses', status), more);
    const body = `NonNullable<${indexed(operation, 'requestBody')}>`;
    return first === 'requestBody' ? contentType(body, rest.slice(1)) : undefined;
};
const componentType = (kind, name, rest) => {
    const type = `components${indexed('', kind)}[${JSON.stringify(name)}]`;
    if (kind === 'schemas')
        return rest.length === 0 ? type : undefined;
    return kind === 'responses' || kind === 'requestBodies' ? contentType(type, rest) : undefined;
};
/** Kinds of components that validators are made for. Any other key there is text of the author's own. */
export const componentKinds = [
    'schemas',
    'responses',
    'parameters',
    'requestBodies',
    'headers',
    'pathItems',
];
// The key is the place itself, so that no two places share a name; what is printed is made from it.
const exportKey = (rest, suffix) => `${suffix} ${pointerOf(...rest)}`;
const exportName = (key) => {
    const [suffix = '', ...pointer] = key.split(' ');
    return identifier([...segmentsOf(pointer.join(' ')), suffix].join('_'));
};
/** Assigns homes by the place of a schema in the document, so that an edit elsewhere moves nothing. */
export class Homes {
    #modules = new SafeNames((name) => {
        const [folder = '', ...rest] = name.split('\n');
        return `${folder}/${fileName(rest.join('\n'))}`;
    });
    #exports = new Map();
    #operationIds;
    /** @param operationIds name of an operation by `<path>\n<method>` */
    constructor(operationIds) {
        this.#operationIds = operationIds;
    }
    /**
     * Gives the modules of a folder their names before any is asked for, in an order of their own: which of two
     * names keeps its plain form then does not depend on the order of the document.
     */
    reserve(folder, owners) {
        for (const owner of owners.toSorted())
            this.#modules.get(`${folder}\n${owner}`);
    }
    /** The home of the schema at a path of the document. `suffix` sets directions apart where they differ. */
    home(path, suffix) {
        const { folder, owner, rest } = this.#split(path);
        const plain = this.#modules.get(`${folder}\n${owner}`);
        if (rest.length === 0)
            return { module: suffix === '' ? plain : `${plain}.${suffix}`, exportName: 'default' };
        return { module: plain, exportName: this.#exportsOf(plain).get(exportKey(rest, suffix)) };
    }
    /** Keeps the name of an export that the schema at a path has had before: which of several asks first may change. */
    keep(path, suffix, { module, exportName }) {
        const { rest } = this.#split(path);
        if (rest.length > 0)
            this.#exportsOf(module).take(exportKey(rest, suffix), exportName);
    }
    /** TypeScript type of the schema at a path, in terms of the generated `types.d.ts`; `view` where it has two. */
    typeOf(path, view = '') {
        const [root, second = '', third = '', ...rest] = path;
        const isSchema = root === 'components' && second === 'schemas' && rest.length === 0;
        if (isSchema && view === 'request')
            return `RequestOf<components, ${JSON.stringify(third)}>`;
        if (root === 'components')
            return componentType(second, third, rest) ?? 'unknown';
        const operation = `paths[${JSON.stringify(second)}][${JSON.stringify(third)}]`;
        return (root === 'paths' ? bodyType(operation, rest) : undefined) ?? 'unknown';
    }
    #exportsOf(module) {
        const exports = this.#exports.get(module) ?? new SafeNames(exportName);
        this.#exports.set(module, exports);
        return exports;
    }
    #split(path) {
        const [root = '', second = '', third = '', ...rest] = path;
        const operation = this.#operationIds.get(`${second}\n${third}`);
        if (root === 'components' && componentKinds.includes(second))
            return { folder: second, owner: third, rest };
        if (root === 'paths' && operation !== undefined)
            return { folder: 'operations', owner: operation, rest };
        if (root === 'paths')
            return { folder: 'paths', owner: second, rest: [third, ...rest] };
        if (root === 'webhooks')
            return { folder: 'webhooks', owner: second, rest: [third, ...rest] };
        return { folder: 'others', owner: root, rest: [second, third, ...rest] };
    }
}
