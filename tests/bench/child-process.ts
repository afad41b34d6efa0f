import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { atEnd } from '../helpers/clean-up.ts'
import { stopChild } from './app-process.ts'

/** Runs a script of this folder in a separate process, so that it does not slow down the process that measures. */
export function startChild(script: string): { child: ChildProcess; stop: () => Promise<void> } {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { child, stop: atEnd(() => stopChild(child, 'SIGTERM')) }
}

/** Sends a message to the child and resolves with its reply. */
export function request<T>(child: ChildProcess, message: object, reply: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a child process ended early (${code})`))
    child.once('exit', fail)
    child.once('message', (received) => {
      child.off('exit', fail)
      resolve(reply.parse(received))
    })
    child.send(message)
  })
}
