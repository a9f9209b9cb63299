import { spawnSync } from 'node:child_process'

/** Whether this process runs in a network namespace, whose loopback has packets as large as Ethernet's. */
export const isOwnNetwork: boolean = process.env['LECTERN_OWN_NETWORK'] === '1'

/**
 * Runs this command again in a network namespace with packets of 1,500 bytes, and returns its exit code; undefined if the system refuses.
 * With the loopback's packets of 64 KiB the kernel keeps three megabytes for each client that reads nothing.
 */
export function runInOwnNetwork(): number | undefined {
  const script = 'ip link set lo mtu 1500 up && exec "$@"'
  const enter = (...command: string[]) =>
    spawnSync('unshare', ['--map-root-user', '--net', 'sh', '-c', script, 'sh', ...command], {
      stdio: command[0] === 'true' ? 'ignore' : 'inherit',
      env: { ...process.env, LECTERN_OWN_NETWORK: '1' },
    })
  if (enter('true').status !== 0) return undefined
  return enter(process.execPath, ...process.argv.slice(1)).status ?? 1
}
