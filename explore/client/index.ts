export type { Answered, Outage } from './answered.js'
export { Client, type ClientOptions, type Sending } from './client.js'
