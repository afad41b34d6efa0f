import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { EmbeddedPostgresError } from './errors.ts'

export type SystemUser = { uid: number; gid: number }

/**
 * Options for every process of Postgres. The folder is `/` because the user may lack access to Node's, and the
 * environment is minimal because PGDATA, PGOPTIONS, or LD_LIBRARY_PATH of the caller must not leak in.
 */
export function processOptions(runAs: SystemUser | undefined) {
  return {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } as Record<string, string>,
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
  }
}

/** True if the user can run the script. Mode bits could not tell: they do not show access lists or read-only mounts. */
export function canRunAs(runAs: SystemUser, script: string, args: string[]) {
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...processOptions(runAs),
    stdio: 'ignore',
  })
  if (result.error) {
    throw new EmbeddedPostgresError(
      'ROOT_NOT_POSSIBLE',
      'Postgres doesn’t run as root, and this system doesn’t let the app switch to another user: start the app as an ordinary user, or set DATABASE_URL.',
      { cause: result.error },
    )
  }
  return result.status === 0
}

export function giveTo(runAs: SystemUser | undefined, path: string) {
  if (runAs) chownSync(path, runAs.uid, runAs.gid)
}
