import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

/** Licenses that only require that their text stays with the package */
const usual =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|CC0-1\.0|Unlicense|PostgreSQL)$/

type Package = { version?: string; license?: string }

/** True if all parts of the license are usual ones, or if we may choose a usual one ("A OR B"). */
function isUsual(license: string): boolean {
  const plain = license.replaceAll(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isUsual(one.trim()))
  return plain.split(' AND ').every((one) => usual.test(one.trim()))
}

/** Reads the license from the installed package, for entries of package-lock.json that name none. */
function readLicense(path: string): string {
  const file = join(root, path, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).license ?? '') : ''
}

test('NOTICE names every package with an unusual license', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8')
  const named = [...notice.matchAll(/^(\S.*) \(([^)]+)\)$/gm)].flatMap(([, names = '', license = '']) =>
    names
      .split(', ')
      .map((name) => ({ pattern: name.replace('*', ''), isFamily: name.includes('*'), license })),
  )
  const missing = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => ({
      name: path.split('node_modules/').at(-1) ?? '',
      license: one.license ?? readLicense(path),
    }))
    // These packages contain Node itself, one for each operating system and processor.
    .filter(({ name }) => !/^node-(bin-)?(darwin|linux|win)-/.test(name))
    .filter(({ license }) => !isUsual(license))
    .filter(
      ({ name, license }) =>
        !named.some(
          (one) =>
            (one.isFamily ? name.startsWith(one.pattern) : one.pattern === name) &&
            license.includes(one.license),
        ),
    )
  expect(missing).toEqual([])
  // Every package that NOTICE names is still a dependency.
  for (const { pattern } of named.filter((one) => !one.pattern.startsWith('features/')))
    expect(
      Object.keys(lock.packages).some((path) => path.includes(`node_modules/${pattern}`)),
      pattern,
    ).toBe(true)
})
