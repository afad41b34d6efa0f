import { expect, test } from 'vitest'
import { files, type Import, imports, isOfBrowser, isTest, source } from '../helpers/import-graph.ts'

const describe = ({ from, to }: Import) => `${from} imports ${to}`
const crossing = (check: (one: Import) => boolean) =>
  imports.filter((one) => !isTest(one.from) && check(one)).map(describe)

const ofServer = /\/server\/|features\/[\w-]+\/schema\b/

test('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(200)
})

test.each([
  ['contracts import contracts only', /\/contract\//, /^(?!.*\/contract\/)/],
  ['words import contracts and words only', /\/words\//, /^(?!.*\/(words|contract)\/)/],
  ['the browser’s code never imports the server’s', /\/(web|emails)\//, ofServer],
  ['core/web/ui knows no page, no contract and no words', /^core\/web\/ui\//, /^(?!core\/web\/ui\/)/],
  [
    'what is not of the admin knows nothing of the admin',
    /^(features\/[\w-]+\/web\/(?!admin\/)|core\/web\/(?!admin\/))/,
    /\/web\/admin\//,
  ],
  [
    'http, db, mail, and jobs import no other folder of core',
    /^core\/server\/(http|db|mail|jobs)\//,
    /^core\/server\/(?!(http|db|mail|jobs)\/|(connected-services|errors|start-error|timeouts|version)\.ts)/,
  ],
])('%s', (_, importing, forbidden) => {
  expect(crossing(({ from, to }) => importing.test(from) && forbidden.test(to))).toEqual([])
})

test('the server imports only types of the browser’s code: pages reach it through the build', () => {
  expect(crossing(({ from, to, isType }) => ofServer.test(from) && isOfBrowser(to) && !isType)).toEqual([])
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

test.each(['core/server', 'core/web'])('no folder cycle in %s, not even by types', (parent) => {
  const inside = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${parent}/`)))
  expect(findCycles(inside, (file) => file.slice(parent.length + 1).split('/', 1)[0] ?? '')).toEqual([])
})

test('no cycle of files, not even by types', () => {
  expect(findCycles(imports, (file) => file)).toEqual([])
})

test('only features/connections knows where a connection was set up', () => {
  const readers = files.filter((file) => !isTest(file) && /\bconfig\.connections\b/.test(source(file)))
  expect(readers.sort()).toEqual([
    'features/connections/server/connection-source.ts',
    'features/connections/server/read-connections.ts',
  ])
})

test('only core/config.ts reads the environment', () => {
  const readers = files.filter(
    (file) =>
      !file.startsWith('bin/') && !isTest(file) && /process\.env|import\.meta\.env/.test(source(file)),
  )
  expect(readers).toEqual(['core/config.ts'])
})

test('no drawer of odds and ends', () => {
  // words/ is excluded for features/site/words/services.ts, which describes the services that the organization sells.
  const code = files.filter((file) => !file.includes('/words/'))
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
    (file) =>
      isOfBrowser(file) && !isTest(file) && /import\s+'[^']+\.css'|\sstyle=\{|<script>/.test(source(file)),
  )
  expect(guilty).toEqual([])
})

test('core has no noun of a feature', () => {
  // `post` alone is also a method of HTTP.
  const noun =
    /blog|post(?!al|gres|master|message|pone|rophe)|guest|invite|waitlist|training|trainer|offer|newsletter|subscriber|insight|assistant/i
  const named = files
    .filter((file) => file.startsWith('core/') && !isTest(file))
    .flatMap((file) => {
      const texts = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`|>[^<>={}()]+</g
      const names =
        source(file)
          .replaceAll(texts, '')
          .match(/[\w$]+/g) ?? []
      return [file, ...names]
        .filter((name) => name !== 'post' && noun.test(name))
        .map((name) => `${file}: ${name}`)
    })
  expect(named).toEqual([])
})
