export { cleanUp, type CleaningUp } from './clean-up.js'
