import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../bin/prepare.js'
import { cleanEnvironment, type StartedApp, startApp } from './started-app.ts'

// Runs the commands of documents as they are written there, apart from names that are examples.

/** The fenced blocks of commands below a heading of a document, such as `## Upgrade` */
export function readBlocks(document: string, heading: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${document} has no heading ${heading}`)
  const end = text.indexOf('\n## ', start + 1)
  const section = text.slice(start, end < 0 ? undefined : end)
  return [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

type RunOptions = {
  /** The folder in which the block begins; `cd` in the block changes it. */
  folder: string
  /** Names in the document, and what replaces them. Each one must occur. */
  replace?: Record<string, string>
  env?: Record<string, string>
}

const startLine = 'npm start\n'

/** Runs a block to its end. Fails if one of its commands fails. */
export async function runBlock(block: string | undefined, options: RunOptions): Promise<string> {
  return (await run(block, options)).output
}

/** Runs a block that ends with `npm start`, whose app stops with the test. Waits until it is ready. */
export async function runAndStart(block: string | undefined, options: RunOptions): Promise<StartedApp> {
  if (!block?.endsWith(startLine)) throw new Error(`this does not end with npm start: ${block}`)
  const { folder } = await run(block.slice(0, -startLine.length), options)
  const app = await startApp(options.env ?? {}, undefined, undefined, folder)
  await app.isReady()
  return app
}

async function run(block: string | undefined, { folder, replace = {}, env = {} }: RunOptions) {
  if (block === undefined) throw new Error('there is no such block')
  const script = Object.entries(replace).reduce((text, [name, value]) => {
    if (!text.includes(name)) throw new Error(`the block has no ${name}: ${text}`)
    return text.replaceAll(name, value)
  }, block)
  // The last line of the output is the folder in which the block ends.
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', `${script}\npwd`],
    { cwd: folder, env: { ...cleanEnvironment(), ...env }, maxBuffer: 16 * 1024 * 1024 },
  )
  return { output: stdout + stderr, folder: stdout.trimEnd().split('\n').at(-1) ?? folder }
}
