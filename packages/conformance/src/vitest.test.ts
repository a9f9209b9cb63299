import { functionTarget } from './index.ts'
import { conformanceTests } from './vitest.ts'
import { miniServer } from '../test/mini-server.ts'
import { makePaperChain } from '../test/paper-chain.ts'

conformanceTests(() => functionTarget(miniServer(makePaperChain())), {
  title: 'D4 one test for each check',
  blocks: 20,
})
