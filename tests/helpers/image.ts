import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { pinnedNode, root } from '../../bin/prepare.js'
import { findProgram } from './find-program.ts'

// Builds the image of deploy/Dockerfile with buildah, on a base that is made here: Debian, Node, and npm. All of it is
// in .cache/image, so that a second run is quick and nothing of it is among the images of the machine.

const folder = join(root, '.cache/image')
const base = 'localhost/everyday-ai-base'
const image = 'localhost/everyday-ai-test'

const programs = {
  buildah: findProgram('buildah'),
  mmdebstrap: findProgram('mmdebstrap'),
  unshare: findProgram('unshare'),
  npm: findProgram('npm'),
}

/** Why the image cannot be built here, with what to do about it, or undefined if it can. */
export function whyNoImage(): string | undefined {
  if (process.platform !== 'linux') return 'images are built on Linux only'
  const missing = Object.entries(programs).filter(([, path]) => !path)
  if (missing.length > 0) {
    const names = missing.map(([name]) => name)
    return `not installed: ${names.join(', ')} (apt-get install buildah mmdebstrap util-linux npm)`
  }
  if (process.getuid?.() !== 0) return 'it needs root (run it in `buildah unshare`)'
  return undefined
}

/** Runs buildah with a storage of its own, in the isolation that needs no other program. */
export function buildah(...args: string[]): string {
  return execFileSync(programs.buildah ?? '', [...buildahOptions, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

const buildahOptions = [
  '--storage-driver',
  'vfs',
  '--root',
  join(folder, 'store'),
  '--runroot',
  join(folder, 'run'),
]

/** The command line that runs a command in a container as its image says. */
export const inContainer = (container: string, env: Record<string, string>, command: string[]): string[] => [
  programs.buildah ?? '',
  ...buildahOptions,
  'run',
  '--isolation',
  'chroot',
  ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  container,
  '--',
  ...command,
]

/** Builds the image, and the base if it is not there yet. */
export function buildImage(): void {
  mkdirSync(folder, { recursive: true })
  // An interrupted run may have left containers. The storage has no others.
  buildah('rm', '--all')
  if (!isBuilt(base)) buildBase()
  const settings = join(homedir(), '.npmrc')
  const secret = existsSync(settings) ? ['--secret', `id=npmrc,src=${settings}`] : []
  const file = join(root, 'deploy/Dockerfile')
  // The other format has no place for a health check.
  const options = ['--format', 'docker', '--isolation', 'chroot', '--build-arg', `BASE=${base}`, ...secret]
  buildah('build', ...options, '--file', file, '--tag', image, root)
  // The previous one
  buildah('rmi', '--prune')
}

function isBuilt(name: string): boolean {
  return (
    spawnSync(programs.buildah ?? '', [...buildahOptions, 'inspect', '--type', 'image', name]).status === 0
  )
}

/** A replacement for the image `node` of Docker's registry, which these tests do not need. */
function buildBase(): void {
  const context = join(folder, 'base')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(context)
  const archive = join(folder, 'debian.tar')
  if (!existsSync(archive)) {
    const unfinished = join(folder, 'unfinished.tar')
    execFileSync(programs.mmdebstrap ?? '', [
      '--quiet',
      '--variant=minbase',
      '--include=ca-certificates,libatomic1',
      'bookworm',
      unfinished,
    ])
    renameSync(unfinished, archive)
  }
  copyFileSync(archive, join(context, 'debian.tar'))
  copyFileSync(realpathSync(pinnedNode() ?? process.execPath), join(context, 'node'))
  const npm = dirname(dirname(realpathSync(programs.npm ?? '')))
  cpSync(npm, join(context, 'npm'), { recursive: true, dereference: true })
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) copyFileSync(certificates, join(context, 'certificates.pem'))
  writeFileSync(
    join(context, 'Dockerfile'),
    [
      'FROM scratch',
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'ADD debian.tar /',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN chmod 755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && npm -v',
      ...(certificates
        ? [
            'COPY certificates.pem /usr/local/share/certificates.pem',
            'ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates.pem',
          ]
        : []),
      '',
    ].join('\n'),
  )
  buildah('build', '--isolation', 'chroot', '--tag', base, context)
  rmSync(context, { recursive: true, force: true })
}

const imageConfig = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      WorkingDir: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
})

/** What the image says about how to run it. */
export function readImageConfig() {
  const { config } = imageConfig.parse(JSON.parse(buildah('inspect', '--type', 'image', image))).Docker
  const [kind, ...healthCheck] = config.Healthcheck.Test
  if (kind !== 'CMD') throw new Error('the health check is no command')
  const [user = 0, group = 0] = config.User.split(':').map(Number)
  return { ...config, user, group, healthCheck }
}

export type Container = { name: string; mount: string; remove(): void }

/** A container of the image or its base, with its file system mounted. */
export function createContainer(of: 'image' | 'base' = 'image'): Container {
  const name = buildah('from', '--pull-never', of === 'image' ? image : base)
  return { name, mount: buildah('mount', name), remove: () => void buildah('rm', name) }
}

/** Each file below a folder, by its path, with what changes when something is written. */
export function listFiles(mount: string): Map<string, { bytes: number; inode: string; facts: string }> {
  const lines = execFileSync('find', [mount, '-xdev', '-printf', '%P\\t%s\\t%i\\t%y %m %U %G %s %T@ %l\\n'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  return new Map(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [path = '', bytes, inode = '', facts = ''] = line.split('\t')
        return [path, { bytes: facts.startsWith('d') ? 0 : Number(bytes), inode, facts }]
      }),
  )
}

/** Bytes of all files below a folder; a file with two names counts once. */
export function sumSizes(mount: string): number {
  const sizes = new Map([...listFiles(mount).values()].map(({ inode, bytes }) => [inode, bytes]))
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** The command line that runs a command with `mount` as a read-only root and `data` as its volume, without capabilities. */
export function onReadOnlyRoot(
  mount: string,
  data: string,
  env: Record<string, string>,
  command: string[],
): string[] {
  const { user, group } = readImageConfig()
  const as = `setpriv --reuid ${user} --regid ${group} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all`
  return enter(mount, data, { bindOptions: 'ro', as }, env, command)
}

/** The command line that runs a command as root, like an image that is built with RUN_AS=0:0. */
export const asRoot = (
  mount: string,
  data: string,
  env: Record<string, string>,
  command: string[],
): string[] => enter(mount, data, { bindOptions: 'rw', as: '' }, env, command)

/** Changes the root to `mount`, with `data` as its volume. (`buildah run` mounts a volume of its own there.) */
function enter(
  mount: string,
  data: string,
  { bindOptions, as }: { bindOptions: 'ro' | 'rw'; as: string },
  env: Record<string, string>,
  command: string[],
): string[] {
  const { WorkingDir, Env } = readImageConfig()
  const given = [...Env, 'HOME=/data', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const prepare = `
    mount --bind "$1" "$1" && mount -o remount,bind,${bindOptions} "$1" && mount --bind "$2" "$1/data" &&
    mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" && mount="$1" && shift 2 &&
    exec chroot "$mount" ${as} env -i -C ${WorkingDir} "$@"`
  const wrapper = [programs.unshare ?? '', '--mount', '--propagation', 'private', 'sh', '-c', prepare, 'sh']
  return [...wrapper, mount, data, ...given, ...command]
}

export type Finished = SpawnSyncReturns<string>

/** Runs a command to its end. */
export function runToEnd([program = '', ...args]: string[]): Finished {
  return spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 })
}
