import { expect, test } from 'vitest'
import { z } from 'zod'
import { files, imports, isOfBrowser, isTest, source } from '../helpers/import-graph.ts'

const { buildOnly, dependencies, devDependencies } = z
  .object({
    buildOnly: z.array(z.string()),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(source('package.json')))

/** The packages that a file imports */
const packagesOf = (file: string) =>
  [...source(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)/g)].map(
    ([, name = '']) => name,
  )

test('the site imports neither tests nor tools, and no package for them', () => {
  const isOutside = (path: string) => /^(tests|tools)\//.test(path)
  expect(imports.filter(({ from, to }) => !isTest(from) && isOutside(to))).toEqual([])
  const parts = [...files.filter((file) => !isTest(file)), 'vite.config.ts', 'vite.server.config.ts']
  const found = parts.flatMap((file) => packagesOf(file).map((name) => ({ file, name })))
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter(({ name }) => name in devDependencies)).toEqual([])
})

test('the image leaves out the packages that only the build needs, and no other', () => {
  const parts = files.filter(
    (file) => !isOfBrowser(file) && !/^(bin|app\/build)\/|\.client\.|\.public\./.test(file) && !isTest(file),
  )
  const imported = new Set(parts.flatMap(packagesOf))
  // Only `npm run dev` imports it.
  imported.delete('vite')
  const byOthers = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']
  expect(buildOnly.filter((name) => imported.has(name))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => !imported.has(name) && !byOthers.includes(name))).toEqual(
    buildOnly,
  )
})
