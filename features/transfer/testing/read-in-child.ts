import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { serverFlags } from '../../../bin/start-flags.js'

export type ChildReport = {
  posts: number
  /** Message of the SourceError, if the file was refused */
  refused?: string
  /** Largest resident memory of the process, in megabytes (1,000,000 bytes) */
  peakMegabytes: number
  milliseconds: number
}

/** Opens and reads a whole source in a process of its own, with the flags of the server. It measures its memory. */
export async function readInChild(file: string, uploads?: string): Promise<ChildReport> {
  const source = new URL('../server/sources/', import.meta.url).href
  const code = `
    import { openSource } from '${source}open-source.ts'
    import { SourceError } from '${source}source.ts'
    const startedAt = performance.now()
    const report = { posts: 0 }
    try {
      const source = await openSource(${JSON.stringify({ file, uploads })})
      for await (const entry of source.entries()) if (entry.type === 'post') report.posts++
      await source.close()
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      report.refused = error.message
    }
    report.milliseconds = Math.round(performance.now() - startedAt)
    // In kilobytes of 1,024 bytes
    report.peakMegabytes = Math.round(process.resourceUsage().maxRSS * 1024 / 1e6)
    console.log(JSON.stringify(report))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...serverFlags,
    '--input-type=module',
    '-e',
    code,
  ])
  return JSON.parse(stdout)
}
