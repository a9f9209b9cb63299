import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lectern/rivals/nodes/process'

/** A running nginx in front of some servers. */
export interface Proxy {
  readonly pid: number
  /** Where each server is behind it, in their order. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

/** Starts the nginx of the system with one worker, a port for each server; as its manual says for connections that stay, and with the headers that tell who asked. */
export async function startNginx(servers: readonly string[], core: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'))
  const ports: number[] = []
  for (const _ of servers) ports.push(await freePort())
  writeFileSync(`${folder}/nginx.conf`, writeConfig(folder, servers, ports))
  const args = ['-c', `${core}`, 'nginx', '-p', folder, '-c', 'nginx.conf', '-e', 'error.log']
  const child = spawn('taskset', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(() => {
    process.removeListener('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  })
  for (let turn = 0; turn < 100 && !(await listens(ports.at(-1)!)); turn++) await pause(50)
  return {
    pid: child.pid!,
    urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    async stop() {
      kill()
      await ended
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return await once(socket, 'connect').then(
    () => (socket.destroy(), true),
    () => false,
  )
}

const writeConfig = (folder: string, servers: readonly string[], ports: readonly number[]): string => `
daemon off;
${userInfo().uid === 0 ? 'user root; # whose folder this is\n' : ''}worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-Host $host;
${servers
  .map(
    (url, index) => `
  upstream server${index} { server ${new URL(url).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${ports[index]};
    location / { proxy_pass http://server${index}; }
  }`,
  )
  .join('\n')}
}
`
