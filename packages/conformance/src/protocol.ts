export { type Expectation, type ProtocolCase, protocolCases, type Question } from './protocol/cases.ts'
export { type HttpCase, httpCases, insides } from './protocol/http-cases.ts'
export { judgeAnswer, judgeForm, type JudgeOptions, keepId } from './protocol/judge.ts'
