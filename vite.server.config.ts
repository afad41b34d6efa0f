import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { asciiOnly } from './web/build/ascii-only.ts'

const root = import.meta.dirname

/**
 * The server and the packages that it needs at its start, in one file (docs/decisions/004-memory.md). What is
 * loaded later, or has a binary, is left to node_modules.
 */
const leftOut = [
  '@node-rs/argon2',
  'any-ascii',
  'csv-parse/sync',
  'marked',
  'sanitize-html',
  'turndown',
  'ai',
  /^@ai-sdk\//,
  'flydrive/drivers/s3',
  'nodemailer',
  'pino',
  // `pg` asks for it where it is installed.
  'pg-native',
  'vite',
]

export default defineConfig({
  root,
  publicDir: false,
  plugins: [addressesOfSources(), asciiOnly()],
  ssr: { noExternal: true },
  // Without it the file carries React's development build too.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/app',
    target: 'node24',
    // Names and lines stay, for the traces in the log; comments would only take memory.
    minify: false,
    rolldownOptions: { external: leftOut, output: { chunkFileNames: '[name]-[hash].js', comments: false } },
  },
})

/** Modules find files beside them by `import.meta.url`, and go on to find them beside their sources. */
function addressesOfSources(): Plugin {
  return {
    name: 'addresses-of-sources',
    transform: {
      filter: { id: /\/server\/.*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const source = relative(`${root}/dist/app`, id).replaceAll('\\', '/')
        return code.replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
      },
    },
  }
}
