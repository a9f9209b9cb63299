import { functionTarget } from '../src/index.ts'
import { conformanceTests } from '../src/vitest.ts'
import { miniServer } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

conformanceTests(() => functionTarget(miniServer(makePaperChain())), {
  title: 'D4 one test for each check',
  blocks: 20,
})
