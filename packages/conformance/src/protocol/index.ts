export {
  decodeBody,
  type Expectation,
  type HttpCase,
  httpCases,
  insides,
  parameterCases,
  type ProtocolCase,
  protocolCases,
  type PublishedBody,
  type PublishedCase,
  type PublishedProtocol,
  type Question,
} from './cases.ts'
export {
  checkHttpResponse,
  checkReply,
  checkReplyForm,
  type ReplyCheckOptions,
  keepId,
} from './check-reply.ts'
