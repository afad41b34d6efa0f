import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { browserHeaders } from './http-response.ts'

/** True if `wrk` (https://github.com/wg/wrk) is installed, which takes far less CPU time than load-generator.ts */
export function findWrk(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined
}

/** Measures requests per second, with the headers of a browser. */
export async function measureWithWrk(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const headers = Object.entries(browserHeaders).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, ...headers]
  const { stdout } = await promisify(execFile)('wrk', [...options, url])
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1])
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(stdout))
    throw new Error(`wrk: ${stdout.replaceAll(/\s+/g, ' ')}`)
  return perSecond
}
