import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { RequestProblem } from '../../errors.ts'
import { createSemaphore } from '../../http/limits/semaphore.ts'

/** Input of the process */
export type NewPassword = { password: string; names: readonly string[] }
/** The result: advice for a password that is easy to guess */
export type Weakness = { advice: string | undefined }

/** One after the other, because they share a process. A check takes a few milliseconds once the lists are loaded. */
const checks = createSemaphore({ max: 1, maxWaiting: 20 })
const timeoutMs = 20_000
/**
 * The process waits this long for the next password, because a user whose password was refused tries another one. It is
 * longer than `timeoutMs`, so that no check is cut off.
 */
const idleMs = 30_000

let running: { child: ChildProcess; idle: NodeJS.Timeout } | undefined

/**
 * Checks the strength of a new password in a separate process, because the word lists take 40 MB and are needed a few
 * times a year. Returns advice if the password is easy to guess.
 */
export async function findWeaknessInProcess(
  password: string,
  names: readonly string[],
): Promise<string | undefined> {
  const result = await checks.run(() => check({ password, names }))
  if (!result) throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  return result.advice
}

async function check(input: NewPassword): Promise<Weakness> {
  running ??= start()
  const { child, idle } = running
  idle.refresh()
  hold(child, true)
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)])
  const message = once(child, 'message', { signal }).then(([weakness]): Weakness => weakness)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]): Weakness => {
    throw new Error(`the check of a password ended with ${killedBy ?? code}`)
  })
  // Sending fails if the process has just ended, which `exit` reports.
  child.send(input, () => {})
  try {
    return await Promise.race([message, exit])
  } catch (error) {
    running = undefined
    child.kill('SIGKILL')
    throw error
  } finally {
    settled.abort()
    hold(child, false)
  }
}

function start(): NonNullable<typeof running> {
  const child = fork(new URL('./find-weakness-process.ts', import.meta.url), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const forget = () => {
    clearTimeout(started.idle)
    if (running === started) running = undefined
  }
  const end = () => {
    // The `exit` event comes only later, and a password that came before that would not be checked.
    forget()
    child.kill('SIGKILL')
  }
  const started = { child, idle: setTimeout(end, idleMs).unref() }
  child.once('exit', forget)
  return started
}

/** An idle process does not keep the server from exiting, and it exits when the channel to the server closes. */
function hold(child: ChildProcess, isBusy: boolean): void {
  for (const handle of [child, child.channel]) isBusy ? handle?.ref() : handle?.unref()
}
