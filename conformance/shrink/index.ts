export { shrink } from './shrink.js'
