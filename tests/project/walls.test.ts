import { expect, test } from 'vitest'
import { z } from 'zod'
import { files, type Import, imports, isTest, source } from '../helpers/import-graph.ts'

const isOfServer = (file: string) => file.startsWith('server/')
const describe = ({ from, to }: Import) => `${from} imports ${to}`
const crossing = (check: (one: Import) => boolean) =>
  imports.filter((one) => !isTest(one.from) && check(one)).map(describe)

test('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(200)
})

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
  expect(crossing(({ to }) => isOutside(to))).toEqual([])
  const parts = [...files.filter((file) => !isTest(file)), 'vite.config.ts', 'vite.server.config.ts']
  const found = parts.flatMap((file) => packagesOf(file).map((name) => ({ file, name })))
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter(({ name }) => name in devDependencies)).toEqual([])
})

test('the image leaves out the packages that only the build needs, and no other', () => {
  const parts = files.filter((file) => /^(server|contracts|content)\//.test(file) && !isTest(file))
  const imported = new Set(parts.flatMap(packagesOf))
  // Only `npm run dev` imports it.
  imported.delete('vite')
  const byOthers = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']
  expect(buildOnly.filter((name) => imported.has(name))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => !imported.has(name) && !byOthers.includes(name))).toEqual(
    buildOnly,
  )
})

test.each([
  ['contracts imports neither side', /^contracts\//, /^(?!contracts\/)/],
  ['content imports contracts and content only', /^content\//, /^(?!(content|contracts)\/)/],
  ['web never imports server', /^web\//, /^server\//],
  ['web/ui knows no page, no contract and no content', /^web\/ui\//, /^(?!web\/ui\/)/],
  ['write and editing know nothing of the admin', /^web\/(write|editing)\//, /^web\/admin\//],
  [
    'http, db, mail, and jobs import no feature',
    /^server\/(http|db|mail|jobs)\//,
    // The files directly in server/ that are left out belong to no feature, so every folder may import them.
    /^server\/(?!(http|db|mail|jobs)\/|(config|connected-services|errors|start-error|timeouts|version)\.ts)/,
  ],
])('%s', (_, importing, forbidden) => {
  expect(crossing(({ from, to }) => importing.test(from) && forbidden.test(to))).toEqual([])
})

test('server imports only types of web: pages reach it through the build', () => {
  expect(crossing(({ from, to, isType }) => isOfServer(from) && to.startsWith('web/') && !isType)).toEqual([])
})

/** Finds the imports that are part of a cycle. `nodeOf` names the folder or file that a path counts for. */
function findCycles(among: Import[], nodeOf: (file: string) => string): string[] {
  const inside = among.filter(({ from, to }) => !isTest(from) && nodeOf(from) !== nodeOf(to))
  const targets = Map.groupBy(inside, ({ from }) => nodeOf(from))
  const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
    start === goal ||
    (targets.get(start) ?? []).some(({ to }) => {
      const next = nodeOf(to)
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, goal, seen)
    })
  return inside.filter(({ from, to }) => reaches(nodeOf(to), nodeOf(from))).map(describe)
}

test.each(['server', 'web'])('no folder cycle in %s, not even by types', (parent) => {
  const inside = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${parent}/`)))
  expect(findCycles(inside, (file) => file.slice(parent.length + 1).split('/', 1)[0] ?? '')).toEqual([])
})

test('no cycle of files, not even by types', () => {
  expect(findCycles(imports, (file) => file)).toEqual([])
})

test('the diagram in docs/architecture.md shows the imports of the server', () => {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)```/.exec(source('docs/architecture.md')) ?? []
  // In the diagram, `app["app.ts: ..."]` gives the file name for an id. An id without one is a folder's name.
  const names = new Map(
    [...diagram.matchAll(/(\w+)\["([\w.-]+)/g)].map(([, id = '', name = '']) => [id, name]),
  )
  const nameOf = (text: string) => {
    const id = /\w+/.exec(text)?.[0] ?? ''
    return names.get(id) ?? id
  }
  const arrows = [...diagram.matchAll(/^ *(.+?) --> (.+)$/gm)].flatMap(([, from = '', targets = '']) =>
    targets.split(' & ').map((to) => [nameOf(from), nameOf(to)] as const),
  )
  const drawn = new Set(arrows.flat())
  const nodeOf = (file: string) => file.split('/')[1] ?? ''
  const real = new Set(
    imports
      .filter(({ from, to, isType }) => !isTest(from) && !isType && [from, to].every(isOfServer))
      .filter(
        ({ from, to }) => nodeOf(from) !== nodeOf(to) && drawn.has(nodeOf(from)) && drawn.has(nodeOf(to)),
      )
      .map(({ from, to }) => `${nodeOf(from)} --> ${nodeOf(to)}`),
  )
  const reached = (start: string): string[] =>
    arrows.flatMap(([from, to]) => (from === start ? [to, ...reached(to)] : []))

  expect(drawn.size).toBeGreaterThan(15)
  expect(arrows.map((ends) => ends.join(' --> ')).filter((arrow) => !real.has(arrow))).toEqual([])
  const isMissing = (edge: string) => {
    const [from = '', to = ''] = edge.split(' --> ')
    return !reached(from).includes(to)
  }
  expect([...real].filter(isMissing)).toEqual([])
  const folders = new Set(files.filter((file) => /^server\/[^/]+\//.test(file)).map(nodeOf))
  expect([...folders].filter((folder) => !drawn.has(folder))).toEqual([])
})

test('only server/connections knows where a connection was set up', () => {
  const readers = files.filter(
    (file) => file.startsWith('server/') && !isTest(file) && /\bconfig\.connections\b/.test(source(file)),
  )
  expect(readers.sort()).toEqual([
    'features/connections/server/connection-source.ts',
    'features/connections/server/read-connections.ts',
  ])
})

test('only core/config.ts reads the environment', () => {
  const readers = files.filter(
    (file) =>
      /^(server|web|contracts|content)\//.test(file) &&
      !isTest(file) &&
      /process\.env|import\.meta\.env/.test(source(file)),
  )
  expect(readers).toEqual(['core/config.ts'])
})

test('no drawer of odds and ends', () => {
  // content/ is excluded for features/site/words/services.ts, which describes the services that the organization sells.
  const code = files.filter((file) => !file.startsWith('content/'))
  const drawer = /(^|\/)(utils?|lib|helpers|services|repositories|types|common|misc)(\/|\.tsx?$)/
  expect(code.filter((file) => drawer.test(file))).toEqual([])
})

test('no barrel: a file that only hands on others', () => {
  const barrels = files.filter((file) => {
    const code = source(file)
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .trim()
    return (
      code !== '' &&
      code.split(/;|\n(?=export|import)/).every((statement) => /^\s*export\s[^=]*\sfrom\s'/.test(statement))
    )
  })
  expect(barrels).toEqual([])
})

test('no component imports a style sheet, and no page carries inline style or script', () => {
  const guilty = files.filter(
    (file) => file.startsWith('web/') && /import\s+'[^']+\.css'|\sstyle=\{|<script>/.test(source(file)),
  )
  expect(guilty).toEqual([])
})
