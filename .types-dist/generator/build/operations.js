import { methods } from '../load/methods.js';
import { once } from '../load/once.js';
import { isObject, pointerOf } from '../load/pointer.js';
import { readableSchema } from './readable-schema.js';
import { locate, locateMembers } from './resolve.js';
const locations = ['query', 'path', 'header', 'cookie'];
const text = (value) => (typeof value === 'string' ? value : '');
const strings = (value) => Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const objects = (value) => (Array.isArray(value) ? value.filter(isObject) : []);
const fallbackName = (path, method) => `${method}/${path}`.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
const freeName = (taken, operationId, fallback) => {
    if (operationId !== '' && !taken.has(operationId))
        return operationId;
    let name = fallback;
    for (let number = 2; taken.has(name); number++)
        name = `${fallback}_${number}`;
    return name;
};
/** All operations below `paths` or `webhooks`, each with a unique name: its operationId, or method and path. */
export function operationPlaces(document, section) {
    return allPlaces(document)[section];
}
const allPlaces = once((document) => ({
    paths: placesIn(document, 'paths'),
    webhooks: placesIn(document, 'webhooks'),
}));
const placesIn = (document, section) => {
    const names = new Set();
    const items = document.root[section];
    return Object.keys(isObject(items) ? items : {}).flatMap((path) => {
        const item = path.startsWith('x-') ? undefined : locate(document, [section, path]);
        return methods.flatMap((method) => {
            const operation = item?.node[method];
            if (!isObject(operation))
                return [];
            const name = freeName(names, text(operation['operationId']), fallbackName(path, method));
            names.add(name);
            return [{ name, path, method }];
        });
    });
};
/** Builds the operations of one section of a document, and asks for the validators that they need. */
export class OperationBuilder {
    #document;
    #units;
    #section;
    constructor(document, units, section) {
        this.#document = document;
        this.#units = units;
        this.#section = section;
    }
    /** The operation at a place. In a webhook the document's owner sends, so directions keep their names. */
    build({ name, path, method }) {
        const item = locate(this.#document, [this.#section, path]);
        const operation = item?.node[method];
        const node = isObject(operation) ? operation : {};
        const here = { node, path: [...(item?.path ?? []), method] };
        const body = locate(this.#document, [...here.path, 'requestBody']);
        return {
            operationId: name,
            method,
            path,
            servers: this.#servers(node, item?.node),
            pointer: pointerOf(...here.path),
            tags: strings(node['tags']),
            ...(text(node['summary']) === '' ? {} : { summary: text(node['summary']) }),
            deprecated: node['deprecated'] === true,
            security: this.#security(node),
            parameters: this.#parameters(item, here),
            ...(body && { requestBody: this.#requestBody(body) }),
            responses: Object.fromEntries(locateMembers(this.#document, here, 'responses').map(([status, at]) => [status, this.#response(at)])),
        };
    }
    #servers(operation, item) {
        const nearest = [operation, item, this.#document.root].find((holder) => objects(holder?.['servers']).length > 0);
        const urls = objects(nearest?.['servers']).map((server) => text(server['url']));
        return urls.length > 0 ? urls : ['/'];
    }
    #security(operation) {
        return objects(operation['security'] ?? this.#document.root['security']).map((requirement) => Object.fromEntries(Object.entries(requirement).map(([scheme, scopes]) => [scheme, strings(scopes)])));
    }
    #parameters(item, operation) {
        const merged = new Map();
        for (const holder of [item, operation]) {
            const list = holder?.node['parameters'];
            for (const index of Array.isArray(list) ? list.keys() : []) {
                const at = locate(this.#document, [...(holder?.path ?? []), 'parameters', String(index)]);
                const parameter = at && this.#parameter(at);
                if (parameter)
                    merged.set(`${parameter.in} ${parameter.name}`, parameter);
            }
        }
        return [...merged.values()];
    }
    #parameter(at) {
        const { node } = at;
        const location = locations.find((candidate) => candidate === node['in']);
        if (location === undefined)
            return undefined;
        const style = text(node['style']) || (location === 'query' || location === 'cookie' ? 'form' : 'simple');
        return {
            name: text(node['name']),
            in: location,
            pointer: pointerOf(...at.path),
            required: node['required'] === true || location === 'path',
            deprecated: node['deprecated'] === true,
            style,
            explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form',
            allowReserved: node['allowReserved'] === true,
            ...this.#schema(at, 'request'),
            ...('content' in node ? { content: this.#content(at, 'request') } : {}),
            ...('example' in node ? { example: node['example'] } : {}),
        };
    }
    #requestBody(at) {
        return {
            pointer: pointerOf(...at.path),
            required: at.node['required'] === true,
            content: this.#content(at, 'request'),
        };
    }
    #response(at) {
        const headers = locateMembers(this.#document, at, 'headers').map(([name, header]) => [
            name,
            {
                pointer: pointerOf(...header.path),
                required: header.node['required'] === true,
                ...this.#schema(header, 'response'),
            },
        ]);
        return {
            pointer: pointerOf(...at.path),
            description: text(at.node['description']),
            headers: Object.fromEntries(headers),
            content: this.#content(at, 'response'),
        };
    }
    #content(holder, direction) {
        return Object.fromEntries(locateMembers(this.#document, holder, 'content').map(([mediaType, at]) => [
            mediaType,
            { pointer: pointerOf(...at.path), ...this.#schema(at, direction), ...this.#examples(at) },
        ]));
    }
    #schema(holder, direction) {
        if (!('schema' in holder.node))
            return {};
        const path = [...holder.path, 'schema'];
        return {
            schema: readableSchema(this.#units.lookup(pointerOf(...path)) ?? true),
            validator: this.#units.validatorFor(path, direction),
        };
    }
    #examples(holder) {
        const named = locateMembers(this.#document, holder, 'examples')
            .filter(([, at]) => 'value' in at.node)
            .map(([name, at]) => [name, at.node['value']]);
        const single = 'example' in holder.node ? [['example', holder.node['example']]] : [];
        const all = [...single, ...named];
        return all.length === 0 ? {} : { examples: Object.fromEntries(all) };
    }
}
