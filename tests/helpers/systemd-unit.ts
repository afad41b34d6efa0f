import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureServerBuilt, root } from '../../bin/prepare.js'
import { type StartedApp, startApp } from './started-app.ts'

export const unitFile = join(root, 'deploy/everyday-ai.service')

/** The unit with the folder of a version in place of the one on a server. */
export function readUnit(folder = root) {
  const unit = readFileSync(unitFile, 'utf8')
  const installed = /^WorkingDirectory=(.+)$/m.exec(unit)?.[1] ?? ''
  const text = unit.replaceAll(installed, folder)
  const pairs = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  return {
    text,
    command: (/^ExecStart=(.+)$/m.exec(text)?.[1] ?? '').split(' '),
    environment: Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))) as Record<
      string,
      string
    >,
  }
}

/** Starts the server with the ExecStart line and the environment of the systemd unit, after a wrapper if there is one. */
export function startLikeUnit(
  env: Record<string, string>,
  whenDone?: (stop: () => Promise<void>) => void,
  { wrapper = [], folder = root }: { wrapper?: string[]; folder?: string } = {},
): Promise<StartedApp> {
  ensureServerBuilt()
  const { command, environment } = readUnit(folder)
  return startApp({ ...environment, ...env }, [...wrapper, ...command], whenDone, folder)
}
