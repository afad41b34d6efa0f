import { relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

/**
 * Packages that stay in node_modules: those that are loaded later, and those with a binary. The server and all other
 * packages are built into one file (docs/decisions/004-memory.md).
 */
const external = [
  '@node-rs/argon2',
  '@simplewebauthn/server',
  'otplib',
  'uqr',
  'marked',
  'turndown',
  'ai',
  /^@ai-sdk\//,
  'flydrive/drivers/s3',
  'nodemailer',
  'pino',
  'prom-client',
  // Optional in `pg`, and not installed
  'pg-native',
  'vite',
]

export default defineConfig({
  root,
  publicDir: false,
  plugins: [keepSourceUrls()],
  ssr: { noExternal: true },
  // Otherwise the file contains React's development build too.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'app/main.ts',
    outDir: 'dist/app',
    target: 'node26',
    // Names and lines stay for the traces in the log.
    minify: false,
    rolldownOptions: { external, output: { chunkFileNames: '[name]-[hash].js', comments: false } },
  },
})

/** Keeps `import.meta.url` the URL of the source file, because modules find files next to them by it. */
function keepSourceUrls(): Plugin {
  return {
    name: 'keep-source-urls',
    transform: {
      filter: { id: /\/(app|core|features)\/.*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const source = relative(`${root}/dist/app`, id).replaceAll('\\', '/')
        return code.replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
      },
    },
  }
}
