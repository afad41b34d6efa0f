import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { findRecycledPid } from './postmaster.ts'
import { guardName, isAlive, listProcesses } from './processes.ts'
import { processOptions } from './system-user.ts'

/**
 * The guard stops Postgres when Node no longer can. Its standard input is a pipe that only Node holds, so it notices
 * every end of Node, including kill -9. Arguments: pid of Node, folder of the cluster, then either `start` and a
 * command, or `watch` and the pid of an adopted Postgres.
 *
 * It ignores signals, so that one sent to every process of a service does not kill the guard first. It repeats SIGINT,
 * because a Postgres that has just started may not handle it yet.
 */
const script = `
unset EVERYDAY_AI_GUARD
mode=$3
exec 3<&0
if [ "$mode" = start ]; then
  shift 3
  "$@" </dev/null >&2 3<&- &
  postgres=$!
else
  postgres=$4
fi
trap '' HUP INT TERM PIPE
(
  while read -r _; do :; done <&3
  tries=0
  while [ "$tries" -lt 30 ] && kill -0 "$postgres"; do
    if [ "$tries" -lt 10 ]; then kill -INT "$postgres"; else kill -QUIT "$postgres"; fi
    tries=$((tries + 1))
    sleep 1
  done
) >/dev/null 2>&1 &
watcher=$!
echo "$postgres"
if [ "$mode" = start ]; then
  wait "$postgres"
  status=$?
else
  while kill -0 "$postgres" 2>/dev/null; do sleep 1; done
  status=0
fi
kill -KILL "$watcher" 2>/dev/null
exit "$status"
`

export type Guard = {
  /** Resolves to undefined if the guard ended first */
  postmasterPid: Promise<number | undefined>
  ended: Promise<void>
  hasEnded(): boolean
  /** Closes the pipe, so that the guard stops its Postgres. */
  release(): void
}

export function startGuard(cluster: Cluster, socketDir: string): Guard {
  const postgres = join(cluster.nativeDir, 'bin/postgres')
  const settings = postgresSettings(cluster, socketDir).flatMap((setting) => ['-c', setting])
  // Postgres mistakes any live process with the pid in a stale postmaster.pid for its predecessor. If that pid is
  // declared as an ancestor, Postgres ignores the process and checks only the shared memory of the predecessor.
  const recycled = findRecycledPid(cluster.dir)
  const env: Record<string, string> = recycled ? { PG_GRANDPARENT_PID: String(recycled) } : {}
  return spawnGuard(cluster, ['start', postgres, '-D', cluster.dir, ...settings], env)
}

/** Starts a guard for a Postgres that was taken over, so that it ends with its new owner. */
export function startWatchingGuard(cluster: Cluster, postmasterPid: number): Guard {
  return spawnGuard(cluster, ['watch', String(postmasterPid)], {})
}

export type GuardFound = { ownerPid: number; isOwnerAlive: boolean }

/** Guards of this cluster, started by any process */
export function listGuards(dir: string): GuardFound[] {
  return listProcesses().flatMap(({ commandLine }) => {
    const [, ownerPid, rest] = new RegExp(`${guardName} (\\d+) (.*)$`, 's').exec(commandLine) ?? []
    if (!ownerPid || !(rest?.startsWith(`${dir} start `) || rest?.startsWith(`${dir} watch `))) return []
    return [{ ownerPid: Number(ownerPid), isOwnerAlive: isAlive(Number(ownerPid)) }]
  })
}

function spawnGuard(cluster: Cluster, args: string[], env: Record<string, string>): Guard {
  const options = processOptions(cluster.runAs)
  const logFile = openSync(cluster.logFile, 'a')
  // The script is passed in the environment, which keeps the command line short enough to be recognized in `ps`.
  const command = ['-c', 'eval "$EVERYDAY_AI_GUARD"', guardName, String(process.pid), cluster.dir, ...args]
  const child = spawn('/bin/sh', command, {
    ...options,
    env: { ...options.env, ...env, EVERYDAY_AI_GUARD: script },
    stdio: ['pipe', 'pipe', logFile],
    // Its own session, so that killing the process group of the app does not reach the guard.
    detached: true,
  })
  closeSync(logFile)
  return wrapChild(child)
}

function wrapChild(child: ChildProcess): Guard {
  let ended = false
  const end = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error']) child.once(event, () => resolve())
  }).then(() => {
    ended = true
  })
  child.stdin?.on('error', () => {})
  const postmasterPid = new Promise<number | undefined>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(Number.parseInt(String(chunk), 10)))
    end.then(() => resolve(undefined))
  })
  return { postmasterPid, ended: end, hasEnded: () => ended, release: () => child.stdin?.destroy() }
}

function postgresSettings({ durable, readOnly }: Cluster, socketDir: string) {
  const onOff = durable ? 'on' : 'off'
  return [
    'listen_addresses=',
    'port=5432',
    `unix_socket_directories=${socketDir}`,
    'unix_socket_permissions=0700',
    `fsync=${onOff}`,
    `synchronous_commit=${onOff}`,
    `full_page_writes=${onOff}`,
    // Tests run many servers on one database, which need more connections.
    `max_connections=${durable ? 60 : 200}`,
    'shared_buffers=64MB',
    'max_wal_size=256MB',
    // The defaults, 1 and 4, are for disks, but the database of a site fits into memory. With them, counting the matches
    // of a frequent word or tag reads every post instead of the index (docs/decisions/010-long-lists.md).
    'seq_page_cost=0.2',
    'random_page_cost=0.22',
    // JIT compilation costs more than it saves for the short queries of a website.
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    // The app gets the errors anyway. In this log, failed statements would reveal email addresses.
    'log_min_messages=log',
    'log_checkpoints=off',
    `default_transaction_read_only=${readOnly ? 'on' : 'off'}`,
  ]
}
