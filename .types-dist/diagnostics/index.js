export { didYouMean, nearest } from './did-you-mean.js';
export { RampartError } from './rampart-error.js';
export { errorRegistry } from './registry.js';
