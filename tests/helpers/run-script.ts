import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { root } from '../../bin/prepare.js'
import { findProgram } from './find-program.ts'

/** The scripts of a page */
export const readScripts = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, script = '']) => script,
  )

export const missing = ['bash', 'curl', 'jq'].filter((name) => !findProgram(name))
if (missing.length > 0) console.warn(`The scripts in docs are not tested: there is no ${missing.join(', ')}.`)

/** Runs a script as a reader would, with values for its settings. */
export async function runScript(script: string, values: Record<string, string>, folder = root) {
  for (const [name, value] of Object.entries(values)) {
    expect(script).toMatch(new RegExp(`^${name}=`, 'm'))
    script = script.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  }
  const run = promisify(execFile)('bash', ['-o', 'pipefail', '-c', script], { cwd: folder })
  return (await run).stdout.trim()
}
