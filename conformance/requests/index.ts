export {
  hasOldKey,
  withFreshKey,
  readCall,
  type AppliedCredentials,
  type CallerCredentials,
  type CredentialSource,
  filledPath,
  writeRequest,
  elsewhere,
  relativePath,
  rootOf,
  routeOf,
} from './write-request.js'
export { canWriteBody } from './body.js'
export { bodyKind, type BodyKind, concreteMediaType } from './media-types.js'
export { isJsonParameter, undeclaredParameter, hasRounded } from './parameters.js'
export { canAddress, canSend, canWrite } from './writable.js'
