export * from './cases.ts'
export {
  checkHttpResponse,
  checkReply,
  checkReplyForm,
  type ReplyCheckOptions,
  keepId,
} from './check-reply.ts'
