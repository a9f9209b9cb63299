export { protocolCases } from './cases.ts'
export { type HttpCase, httpCases, insides } from './http-cases.ts'
export {
  checkHttpResponse,
  checkReply,
  checkReplyForm,
  type ReplyCheckOptions,
  keepId,
} from './check-reply.ts'
export { parameterCases } from './parameter-cases.ts'
export { decodeBody, type PublishedBody, type PublishedCase, type PublishedProtocol } from './publish.ts'
export { type Expectation, type ProtocolCase, type Question } from './rows.ts'
