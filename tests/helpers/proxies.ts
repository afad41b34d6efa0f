import { spawn } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, onTestFinished, vi } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { visit } from './https-visitor.ts'
import { temporaryFolder } from './temporary-folder.ts'

// The real Caddy and nginx with the settings of deploy/, as an ordinary user on free ports.

export type ReverseProxy = {
  /** Port for https */
  port: number
  /** Port for http, which sends visitors to https */
  plainPort: number
  /** The certificate to trust, PEM */
  ca: string
}

export type ProxyProgram = {
  name: 'Caddy' | 'nginx'
  /** Undefined if it is not installed. The proxy serves `localhost` from instances on these ports until the test ends. */
  start: ((ports: number[]) => Promise<ReverseProxy>) | undefined
  howToInstall: string
}

export function findProxies(): ProxyProgram[] {
  const caddy = findProgram('caddy')
  const nginx = findProgram('nginx')
  return [
    {
      name: 'Caddy',
      start: caddy ? (ports) => startCaddy(caddy, ports) : undefined,
      howToInstall: 'apt-get install caddy',
    },
    {
      name: 'nginx',
      start: nginx ? (ports) => startNginx(nginx, ports) : undefined,
      howToInstall: 'apt-get install nginx',
    },
  ]
}

/** The `nobody` of most systems, if the tests run as root; undefined otherwise. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** Runs deploy/Caddyfile unchanged. For `localhost`, Caddy makes a certificate by itself. */
async function startCaddy(program: string, ports: number[]): Promise<ReverseProxy> {
  const folder = await prepareFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n}`
  writeFileSync(join(folder, 'site'), readDeployFile('Caddyfile'))
  writeFileSync(join(folder, 'Caddyfile'), `${options}\nimport site\n`)
  run(program, ['run', '--config', join(folder, 'Caddyfile')], folder, {
    DOMAIN: 'localhost',
    UPSTREAMS: ports.map((upstream) => `127.0.0.1:${upstream}`).join(' '),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  })
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt')
  const ca = await vi.waitFor(() => readFileSync(certificate, 'utf8'), { timeout: 15_000 })
  return whenReady({ port, plainPort, ca })
}

/** Runs deploy/nginx.conf with other ports, names, and paths. */
async function startNginx(program: string, ports: number[]): Promise<ReverseProxy> {
  const folder = await prepareFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const altNames = [{ type: 2, value: 'localhost' } as const]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'cert.pem'), cert)
  const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
    list?.some(({ family }) => family === 'IPv6'),
  )
  const site = replaceAll(readDeployFile('nginx.conf'), [
    [/^\tserver 127\.0\.0\.1:3000(.*);$/m, ports.map((one) => `\tserver 127.0.0.1:${one}$1;`).join('\n')],
    [/^\tlisten \[::\]:(80|443)(.*);$/gm, hasIpv6 ? '\tlisten [::]:$1$2;' : ''],
    [/(listen (?:\[::\]:)?)80;/g, `$1${plainPort};`],
    [/(listen (?:\[::\]:)?)443 /g, `$1${port} `],
    [/\S+fullchain\.pem/, join(folder, 'cert.pem')],
    [/\S+privkey\.pem/, join(folder, 'key.pem')],
    [/www\.example\.org/g, 'localhost'],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `\t${name}_temp_path ${join(folder, name)};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nworker_processes 2;\nevents {}\n` +
      `http {\n\taccess_log off;\n${temporary.join('\n')}\n\tinclude ${join(folder, 'site.conf')};\n}\n`,
  )
  run(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], folder, {})
  return whenReady({ port, plainPort, ca: cert })
}

function replaceAll(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`deploy/nginx.conf has nothing like ${pattern}`)
    return changed.replace(pattern, by)
  }, text)
}

const readDeployFile = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

/** A folder for one proxy that ends with the test */
async function prepareFolder(): Promise<string> {
  const folder = await temporaryFolder()
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

function run(program: string, args: string[], folder: string, env: Record<string, string>): void {
  const child = spawn(program, args, {
    cwd: folder,
    ...user,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-20_000)
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async ({ task }) => {
    child.kill('SIGTERM')
    await ended
    if (task.result?.state === 'fail') console.log(output)
  })
}

async function whenReady(proxy: ReverseProxy): Promise<ReverseProxy> {
  await vi.waitFor(async () => expect((await visit(proxy, paths.healthz)).status).toBe(200), {
    timeout: 15_000,
    interval: 100,
  })
  return proxy
}
