import { problemsOf } from './problems.js';
import { told } from './told.js';
const propertiesOf = (judge) => ({
    version: 1,
    vendor: 'rampart',
    validate: (value) => {
        if (judge(value))
            return { value };
        return { issues: problemsOf(judge.errors, value).map(({ message, path }) => ({ message, path })) };
    },
});
// What all validators inherit. To give each its own would be most of what importing it costs.
const inherited = /* @__PURE__ */ Object.create(Function.prototype, {
    errors: {
        get() {
            return (this.found = told(this.found));
        },
    },
    '~standard': {
        get() {
            const value = propertiesOf(this);
            Object.defineProperty(this, '~standard', { value });
            return value;
        },
    },
});
/** Makes a validator a Standard Schema, and what it found the errors that it tells: the same function as before. */
export function standard(validate) {
    return Object.setPrototypeOf(validate, inherited);
}
