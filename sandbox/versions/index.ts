export { type Behaviours, behavioursOf } from './behaviours.js'
