import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { createProcessRunner, type ProcessOptions } from './run-in-process.ts'
import { backgroundNiceness } from './serve-tasks.ts'

type Task = { do: 'count' | 'crash' | 'eat' | 'fail' | 'wait' }
type Reply = { count: number; niceness: number; pid: number }

/** A runner whose program counts its tasks, and can use up its limits */
async function createRunner(limits: ProcessOptions) {
  const program = join(await temporaryFolder(), 'program.mjs')
  const serveTasks = new URL('./serve-tasks.ts', import.meta.url).href
  await writeFile(
    program,
    `import { getPriority } from 'node:os'
     import { serveTasks } from '${serveTasks}'
     const kept = []
     let count = 0
     serveTasks(async (task) => {
       count++
       if (task.do === 'eat') for (;;) kept.push(new Array(100_000).fill(count))
       if (task.do === 'crash') process.kill(process.pid, 'SIGSEGV')
       if (task.do === 'fail') throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
       if (task.do === 'wait') await new Promise(() => setInterval(() => {}, 1000))
       return { count, niceness: getPriority(), pid: process.pid }
     })`,
  )
  return createProcessRunner<Task, Reply>(program, limits)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const limits = { work: 20_000, wait: 60_000, memory: 64 }

test('an open process keeps what it knows between tasks, and is used again after it was closed', async () => {
  const runner = await createRunner({ ...limits, isBackground: true })
  const opened = await runner.open()
  expect(await opened.run({ do: 'count' })).toMatchObject({ count: 1, niceness: backgroundNiceness })
  expect(await opened.run({ do: 'count' })).toMatchObject({ count: 2 })
  opened.close()
  expect(await runner.run({ do: 'count' })).toMatchObject({ count: 3 })
})

test('a task that needs too much memory ends its process and nothing else', async () => {
  const runner = await createRunner(limits)
  const opened = await runner.open()
  expect(await opened.run({ do: 'eat' })).toBeUndefined()
  expect(await opened.run({ do: 'count' })).toBeUndefined()
  opened.close()
  expect(await runner.run({ do: 'count' })).toMatchObject({ count: 1 })
})

test('a task that fails or crashes says how', async () => {
  const runner = await createRunner(limits)
  await expect(runner.run({ do: 'fail' })).rejects.toMatchObject({
    message: expect.stringContaining('the disk is full'),
    code: 'ENOSPC',
  })
  await expect(runner.run({ do: 'crash' })).rejects.toMatchObject({ killedBy: 'SIGSEGV' })
})

test('a process that is not kept has ended with its task', async () => {
  const runner = await createRunner({ ...limits, idle: 0 })
  const { pid = 0 } = (await runner.run({ do: 'count' })) ?? {}
  expect(isAlive(pid)).toBe(false)
  expect(await runner.run({ do: 'count' })).toMatchObject({ count: 1 })
})

test('a process that ends between two tasks is like one that used up its limits', async () => {
  const opened = await (await createRunner(limits)).open()
  const { pid = 0 } = (await opened.run({ do: 'count' })) ?? {}
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await opened.run({ do: 'count' })).toBeUndefined()
  opened.close()
})

test('a task whose signal aborts ends at once, and so does its process', async () => {
  const stop = new AbortController()
  const opened = await (await createRunner(limits)).open(stop.signal)
  const { pid = 0 } = (await opened.run({ do: 'count' })) ?? {}
  const waiting = opened.run({ do: 'wait' })
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  opened.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})
