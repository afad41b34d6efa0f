import { expect, test } from 'vitest'
import { files, imports, isTest, ownerOf, source, tables } from '../helpers/import-graph.ts'

const owners = new Set(files.filter((file) => !file.startsWith('bin/')).map(ownerOf))
const documented = [...source('docs/architecture.md').matchAll(/^\| `features\/([\w-]+)\/` \|/gm)].map(
  ([, name = '']) => name,
)
const outside = ['core', 'app', 'manifest']
const features = [...new Set([...documented, ...[...owners].sort()])].filter(
  (name) => owners.has(name) && !outside.includes(name),
)

/**
 * The order of imports, that of the table in docs/architecture.md: each owner may import those before it. A feature that
 * is not in the table is after all that are. Nothing imports `app`, and `core` knows no feature.
 */
const order = ['core', ...features, 'app']

/** Features that could be taken away: only the app's two lists name them. */
const removable = features.filter(
  (name) => name === 'transfer' || /^ {2}optional: \{/m.test(source(`features/${name}/feature.ts`)),
)
const lists = /^app\/features(\.client)?\.ts$/

const isLower = (owner: string, than: string) => order.indexOf(owner) < order.indexOf(than)

const crossings = imports
  .filter(({ from, to }) => !isTest(from) && ownerOf(from) !== 'manifest' && ownerOf(to) !== 'manifest')
  .map(({ from, to }) => ({ from, to, owner: ownerOf(from), of: ownerOf(to) }))
  .filter(({ owner, of }) => owner !== of)

test('a feature imports only those before it', () => {
  expect(crossings.length).toBeGreaterThan(1000)
  expect(documented.length).toBeGreaterThan(10)
  const broken = crossings
    .filter(({ from, owner, of }) => isLower(owner, of) || (removable.includes(of) && !lists.test(from)))
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(broken).toEqual([])
})

test('only the two lists import manifests, whose types know nothing of features but contracts', () => {
  const isManifest = /^features\/(?!manifest\/)[\w-]+\/feature(\.client)?\.tsx?$/
  const isManifestType = (file: string) => ownerOf(file) === 'manifest'
  const broken = imports.filter(
    ({ from, to }) =>
      !isTest(from) &&
      ((isManifest.test(to) && !lists.test(from)) ||
        (isManifestType(to) && ownerOf(from) === 'core') ||
        (isManifestType(from) && !/^(core|features\/manifest|features\/[\w-]+\/contract)\//.test(to))),
  )
  expect(broken).toEqual([])
})

/** The files and folders that a feature's README lets others call. A folder ends with a slash. */
const calledOf = (name: string) =>
  [
    ...(/\*\*Others may call\*\*[^*]*/.exec(source(`features/${name}/README.md`))?.[0] ?? '').matchAll(
      /`([^`]+)`/g,
    ),
  ].map(([, path]) => `features/${name}/${path}`)

test('a feature calls only what the README of another names, and the README names only what is called', () => {
  const called = crossings.filter(
    ({ owner, of, to }) =>
      features.includes(owner) &&
      features.includes(of) &&
      !/^features\/[\w-]+\/(contract\/|schema\b)/.test(to),
  )
  const named = features.flatMap(calledOf)
  const isIn = (to: string, path: string) => to === path || (path.endsWith('/') && to.startsWith(path))
  expect(called.filter(({ to }) => !named.some((path) => isIn(to, path)))).toEqual([])
  // In a copy without a feature, what only it called is named in vain.
  if (documented.every((name) => owners.has(name)))
    expect(named.filter((path) => !called.some(({ to }) => isIn(to, path)))).toEqual([])
})

test('only its owner writes a table, and no SQL names one of a later or a removable feature', () => {
  // Fewer in a copy without a feature
  expect(tables.length).toBeGreaterThan(documented.every((name) => owners.has(name)) ? 60 : 45)
  const found = files
    .filter((file) => !file.startsWith('bin/') && !isTest(file))
    .flatMap((file) => {
      const from = ownerOf(file)
      const code = source(file).replaceAll(/^ *(\/\/|\/?\*).*/gm, '')
      const has = (pattern: string) => new RegExp(pattern).test(code)
      return tables.flatMap(({ owner, constant, name }) => {
        if (owner === from) return []
        const table = String.raw`(only )?(public\.)?(${name}\b|\$\{${constant}\})`
        const writing = String.raw`(insert into|update|delete from) ${table}|\.(insert|update|delete)\(${constant}\)`
        if (has(writing)) return `${file} writes ${name}`
        const isHidden = isLower(from, owner) || removable.includes(owner)
        return isHidden && has(String.raw`\b(from|join|using) ${table}`) ? `${file} reads ${name}` : []
      })
    })
  expect(found).toEqual([])
})
