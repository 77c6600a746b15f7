export {
  hasOldKey,
  withFreshKey,
  readCall,
  type AppliedCredentials,
  type CallerCredentials,
  type CredentialSource,
  filledPath,
  writeRequest,
} from './write-request.js'
export { canWriteBody } from './body.js'
export { bodyKind, type BodyKind, concreteMediaType } from './media-types.js'
export { isJsonParameter, undeclaredParameter } from './parameters.js'
export { canAddress, canSend, canWrite } from './writable.js'
export { hasRounded } from './exact-texts.js'
export { relativePath, routeOf } from './relative-path.js'
