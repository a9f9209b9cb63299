import { spawnSync } from 'node:child_process'

/** Whether this process runs in a network of its own, whose loopback cuts what it carries into packets as Ethernet does. */
export const isOwnNetwork: boolean = process.env['LECTERN_OWN_NETWORK'] === '1'

/**
 * Runs this command again in a network of its own (a namespace of Linux, which takes `unshare` and `ip`), with packets of 1,500 bytes, and
 * gives its exit code; undefined where the system does not let it. The loopback's own packets of 64 KiB make the kernel keep three
 * megabytes for each reader who reads nothing, and to move those takes more time than the server does.
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
