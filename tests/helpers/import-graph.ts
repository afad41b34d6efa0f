import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isOfTests, root } from '../../bin/prepare.js'

export type Import = { from: string; to: string; isType: boolean }

const folders = ['app', 'bin', 'core', 'features']
/** The files of the product, with the tests of features */
export const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name))
    .map((name) => join(folder, name)),
)
export const source = (file: string) => readFileSync(join(root, file), 'utf8')

export const imports: Import[] = files.flatMap((from) =>
  [
    ...source(from).matchAll(
      /(import|export)\s+(type\s)?(?:[^'"]*?from\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/g,
    ),
  ].map((match) => ({
    from,
    to: relative(root, resolve(root, dirname(from), match[3] ?? match[4] ?? '')),
    isType: Boolean(match[2]),
  })),
)

export const isOfBrowser = (file: string): boolean => /\/(web|emails)\//.test(file)

export const isTest: (file: string) => boolean = isOfTests

/** The owner of a file: `app`, `core`, `manifest`, or the name of a feature */
export const ownerOf = (file: string) => /^(?:features\/)?([\w-]+)/.exec(file)?.[1] ?? ''

/** Every table of the schema: who owns it, its constant in the code, and its name in the database */
export const tables = files.flatMap((file) => {
  const found = source(file).matchAll(/(\w+) = pgTable\(\s*'(\w+)'/g)
  return [...found].map(([, constant, name]) => ({ owner: ownerOf(file), constant, name }))
})
