import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'
import { drawings } from './app/build/drawings.ts'
import { fontPairStyles, fonts } from './app/build/fonts.ts'
import { precompress } from './app/build/precompress.ts'

/** The modules that every public form shares. One that they import without being listed here may become an import cycle. */
const entryFormModules = [
  /node_modules\/zod\//,
  /\/contract\/(?:email|endpoint|entry-form|form-fields|paging|(?:[a-z]+-)?paths|suggest-address)\.ts$/,
  /\/web\/(?:address-field|api|ui\/(?:error-summary|field|notice|toast)|site\/(?:address-question|honeypot)|(?:use-)?entry-form)\.tsx?$/,
]

/** A script in few files: what it always loads, what screens share that it loads on demand, and each of those */
function buildApart(name: string, input: string[]): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: `dist/${name}`,
      copyPublicDir: false,
      manifest: true,
      rolldownOptions: {
        input,
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // Not the theme, which is a script of its own that runs before the first paint, and not the style sheet
              { name: 'shell', tags: ['$initial'], test: /(?<!\/theme\.ts|\.css)$/ },
              {
                name: nameOfParts,
                debugName: 'parts',
                minShareCount: 2,
                test: /\/web\/(?!admin\/(?:theme|plots\/(?:bar-plot|page-bars)))|\/contract\/|\/words\/|\/(?:lucide-react|react-hook-form|use-sync-external-store|@simplewebauthn|@tanstack)\//,
              },
              { name: 'plots', minShareCount: 2, test: /\/node_modules\/|\/web\/admin\/plots\// },
            ],
          },
        },
      },
    },
  }
}

const optionalFeatures = globSync('features/*/feature.ts')
  .filter((file) => readFileSync(file, 'utf8').includes('\n  optional: {'))
  .map((file) => file.split(/[\\/]/)[1])

/** Files for what screens share, each with the modules that need it. What several of them need is in the first. */
const sharedParts = {
  // Also small ones that many screens load
  parts:
    /use-sync-external-store|\/(?:keep-enter-from-submitting|outside-form|report|today-line|use-leave-guard|zone-options)\.tsx?$|\/(?:manage-tab|(?:events|newsletter|outbox|people|trainings)-screen)\.tsx$/,
  forms:
    /\/web\/editing\/record\/(?!read-form)|\/admin\/(?:record-form|versions-dialog)\.tsx$|\/assistant\/web\/|\/ai-proposal\.tsx$/,
  'editor-parts': /\/post-editor(?:-tab)?\.tsx$/,
  'media-dialogs': /\/media\/.*-dialog\.tsx$/,
}
/** Lists of their own feature need these, and the editor does not. */
const ofOneFeature = /\/(?:next-steps|people|people-queries|row-parts|use-post-changes)\.tsx?$/

/**
 * What screens share is in a few files, so that no screen loads much that it does not need. An optional feature has its
 * own, because nothing of it may be loaded while it is off: one with forms, and one without. So have the features that
 * serve only optional ones.
 */
function nameOfParts(id: string, modules: Rolldown.ChunkingContext): string {
  const feature = /\/features\/([\w-]+)\//.exec(id)?.[1]
  if (feature === 'calendar' || feature === 'follow-up') return feature
  if (feature && ofOneFeature.test(id)) return feature
  if (/\/accounts\/.*(?:security|dialog|passkey)|@simplewebauthn/.test(id)) return 'accounts'
  if (feature && optionalFeatures.includes(feature))
    return /-(?:fields|form)\.tsx$|\/booked\//.test(id) ? `${feature}-form` : feature
  const importers = new Set([id])
  for (const one of importers)
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) importers.add(importer)
  const isPart = (of: RegExp) => [...importers].some((one) => of.test(one))
  const [name] = Object.entries(sharedParts).find(([, of]) => isPart(of)) ?? ['other-parts']
  return name
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'core/web/public',
  plugins: [fonts(), drawings(), styleGlobs(), react(), precompress()],
  build: {
    assetsInlineLimit: 0,
    // In kB. The lists of common passwords and words are one big chunk, loaded only while someone chooses a password.
    chunkSizeWarningLimit: 1200,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The first versions with light-dark(); older targets would get a second copy of every color.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: [
            'app/pages/web/islands.ts',
            'features/posts/web/blog/play-videos.ts',
            ...['home', 'site', 'blog', 'article', 'plain'].map((name) => `app/styles/${name}.css`),
            ...fontPairStyles,
          ],
          // Each file costs a visitor 700 bytes of headers, so what is always loaded together becomes one file.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
                { name: 'entry-form', test: (id) => entryFormModules.some((module) => module.test(id)) },
              ],
            },
          },
        },
      },
    },
    // Built separately: code that two of them share would become chunks that each waits for.
    ...(command === 'build' && {
      admin: buildApart('admin', [
        'app/admin/web/main.tsx',
        'core/web/admin/theme.ts',
        'app/styles/admin.css',
      ]),
      room: buildApart('room', ['features/guests/web/room/main.tsx']),
    }),
    ssr: {
      // Self-contained, so that the server cannot load a second React.
      resolve: { noExternal: command === 'build' ? true : [] },
      // Otherwise the bundle contains React's development build too.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        // Minified source takes a third of the memory.
        minify: true,
        // Emails are a separate bundle, loaded when the first one is written.
        rolldownOptions: {
          input: { render: 'app/pages/web/render.tsx', mail: 'app/emails/render-mail.tsx' },
        },
      },
    },
  },
  builder: {},
}))

/** Lets an entry import all style sheets that match a pattern, so that it names no feature. */
function styleGlobs(): Plugin {
  return {
    name: 'style-globs',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/styles\/\w+\.css/ },
      handler: (code, id) =>
        code.replaceAll(/@import "(.*\*.*)"(.*)/g, (_, pattern: string, rest: string) => {
          const files = globSync(pattern, { cwd: dirname(id) }).sort()
          return files.map((file) => `@import "${file}"${rest}`).join('\n')
        }),
    },
  }
}
