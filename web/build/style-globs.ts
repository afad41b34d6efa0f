import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/** Lets an entry import all style sheets that match a pattern, so that it names no feature. */
export function styleGlobs(): Plugin {
  return {
    name: 'style-globs',
    enforce: 'pre',
    transform: {
      filter: { id: /\/styles\/entries\/\w+\.css/ },
      handler: (code, id) =>
        code.replaceAll(/@import "(.*\*.*)"(.*)/g, (_, pattern: string, rest: string) => {
          const files = globSync(pattern, { cwd: dirname(id) }).sort()
          return files.map((file) => `@import "${file}"${rest}`).join('\n')
        }),
    },
  }
}
