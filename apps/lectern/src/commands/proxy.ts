import { Command } from 'commander'
import { proxyOptions, readProxyOptions } from '../config/proxy-options.ts'
import { proxyServeOptions, type ServeOptions } from '../config/serve-options.ts'
import { serve } from './serve.ts'
import { readAddresses } from '../config/kind.ts'

const { shown, hidden } = proxyServeOptions()

export const command: Command = new Command('proxy')
  .description('prove what a node responds before it is passed on, without a store')
  .argument('<rpc-url...>', 'JSON-RPC of execution nodes over HTTP, the best first', readAddresses)
  .addHelpText(
    'after',
    `
Examples:
  lectern proxy http://127.0.0.1:8546
  lectern proxy http://127.0.0.1:8546 --beacon.api http://127.0.0.1:5052 --beacon.checkpoint 0x…`,
  )
for (const option of [...proxyOptions(), ...shown]) command.addOption(option)

command.action(async (urls: string[]) => {
  const values = command.opts<ServeOptions>()
  await serve({ ...hidden, ...values, upstream: urls, proxy: readProxyOptions(values) })
})
