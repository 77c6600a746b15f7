export { spelledOut as shown } from '../../reporting/index.js'
