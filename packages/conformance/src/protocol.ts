export { protocolCases } from './protocol/cases.ts'
export { type HttpCase, httpCases, insides } from './protocol/http-cases.ts'
export { judgeAnswer, judgeForm, type JudgeOptions, keepId } from './protocol/judge.ts'
export { judgeHttpAnswer } from './protocol/judge-http.ts'
export { parameterCases } from './protocol/parameter-cases.ts'
export {
  decodeBody,
  type PublishedBody,
  type PublishedCase,
  type PublishedProtocol,
} from './protocol/publish.ts'
export { type Expectation, type ProtocolCase, type Question } from './protocol/rows.ts'
