/// <reference types="ipaddr.js" />

/** The declarations of ipaddr.js stand in a module of that name, and are no module themselves. */
declare module '#bundled/ipaddr.js' {
  import addresses = require('ipaddr.js')
  export = addresses
}
