import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureServerBuilt, root } from '../../bin/prepare.js'
import { serverEntry } from '../../bin/start-flags.js'

// The modules that the server loads at its start (docs/decisions/004-memory.md)

const maxBytes = 4_700_000
let code = ''

beforeAll(() => {
  ensureServerBuilt()
  code = readFileSync(join(root, serverEntry), 'utf8')
}, 60_000)

test('the start loads nothing from node_modules but what cannot be in its file', () => {
  const loaded = [...code.matchAll(/^import [^;]*?["']([^"'\n]+)["'];$/gm)].map(([, name]) => name ?? '')
  expect(loaded).toContain('node:crypto')
  expect(loaded.filter((name) => !isBuiltin(name)).sort()).toEqual(['pino'])
})

test('the file has no package that only some requests need, and stays small', () => {
  const packages = new Set(
    [...code.matchAll(/^\t*\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)].map(([, name]) => name),
  )
  expect(packages).toContain('fastify')
  for (const name of [
    'ai',
    'nodemailer',
    '@aws-sdk/client-s3',
    'sharp',
    'satori',
    'marked',
    'vite',
    'tar-stream',
  ])
    expect(packages, name).not.toContain(name)
  // These run in processes of their own, and give their memory back.
  for (const name of ['sharp', 'satori', '@resvg/resvg-js']) expect(code).not.toContain(`"${name}"`)
  expect(code.length).toBeLessThan(maxBytes)
})
