/// <reference types="ipaddr.js" />

/** The declarations of ipaddr.js declare a module of that name instead of being a module. */
declare module '#bundled/ipaddr.js' {
  import addresses = require('ipaddr.js')
  export = addresses
}
