export { whyNotAbout, type Judgement, judge, judgeExchange, checksPage } from './judge.js'
export { lacking, listOf, placesOf } from './body.js'
export { ofDeclaredType } from './conditions.js'
export {
  isWrong,
  locationOf,
  requestWords,
  tellingKind,
  valueAt,
  withoutRequest,
  peculiaritiesIn,
} from './deviations.js'
export { failureText } from './failures.js'
export { allNames, judgeContrast } from './refusals.js'
export { isPage, operationName, schemasAt } from './response.js'
