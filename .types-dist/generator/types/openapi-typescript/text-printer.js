import ts from 'typescript';
import { numberIn } from './numbered-notes.js';
const textOf = (lines) => {
    const [first = '', ...more] = lines;
    if (more.length === 0)
        return `* ${first} `;
    return `*\n${lines.map((line) => (line === '' ? ' *\n' : ` * ${line}\n`)).join('')} `;
};
const indexOf = (node) => ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
/** The component that `components["schemas"]["X"]` is. */
const schemaOf = (node) => {
    if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType))
        return undefined;
    const { objectType: components, indexType: kind } = node.objectType;
    const isSchema = ts.isTypeReferenceNode(components) &&
        ts.isIdentifier(components.typeName) &&
        components.typeName.text === 'components' &&
        indexOf(kind) === 'schemas';
    return isSchema ? indexOf(node.indexType) : undefined;
};
/** Prints the types of the library as text, with our comments. */
export class TextPrinter {
    #printer;
    #source = ts.createSourceFile('types.ts', '', ts.ScriptTarget.Latest);
    /** @param names identifiers that component schemas are referred to by; without them, by their place */
    constructor(notes, names) {
        const substitute = (node) => {
            if (ts.isPropertySignature(node))
                annotate(node, notes);
            else if (ts.isStringLiteral(node))
                ts.setEmitFlags(node, ts.EmitFlags.NoAsciiEscaping);
            const name = names && schemaOf(node);
            return name === undefined ? node : ts.factory.createIdentifier(names?.get(name) ?? name);
        };
        this.#printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed }, { substituteNode: (_hint, node) => substitute(node) });
    }
    /** The text of a type. */
    print(type) {
        const text = this.#printer.printNode(ts.EmitHint.Unspecified, type, this.#source);
        // The compiler indents by four.
        return text.replaceAll(/\n( *)/g, (_, { length }) => `\n${' '.repeat(length / 2 + (length % 4) / 2)}`);
    }
}
const annotate = (node, notes) => {
    const [comment] = ts.getSyntheticLeadingComments(node) ?? [];
    if (!comment)
        return;
    const lines = notes[numberIn(comment.text) ?? -1];
    ts.setSyntheticLeadingComments(node, lines && [{ ...comment, text: textOf(lines) }]);
};
