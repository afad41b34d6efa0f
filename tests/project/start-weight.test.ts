import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureServerBuilt, root } from '../../bin/prepare.js'
import { serverEntry } from '../../bin/start-flags.js'

// At startup, the server loads as little code as possible, because loaded code takes memory
// (docs/decisions/004-memory.md). These tests check the bundle that `npm start` runs.

const maxBytes = 5_400_000
let code = ''

beforeAll(() => {
  ensureServerBuilt()
  const main = readFileSync(join(root, serverEntry), 'utf8')
  // Modules that code for later needs, too, are in files of their own.
  const shared = [...main.matchAll(/^import [^;]*?["']\.\/([^"'\n]+)["'];$/gm)].map(([, name = '']) =>
    readFileSync(join(root, dirname(serverEntry), name), 'utf8'),
  )
  code = [main, ...shared].join('\n')
})

test('the start loads nothing from node_modules but what cannot be in its file', () => {
  const loaded = [...code.matchAll(/^import [^;]*?["']([^"'\n]+)["'];$/gm)].map(([, name]) => name ?? '')
  expect(loaded).toContain('node:crypto')
  expect(loaded.filter((name) => !isBuiltin(name) && !name.startsWith('./')).sort()).toEqual(['pino'])
})

test('the file has no package that only some requests need, and stays small', () => {
  const packages = new Set(
    [...code.matchAll(/^\t*\/\/ (?:\S*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)].map(([, name]) => name),
  )
  expect(packages).toContain('fastify')
  const onDemand = `ai any-ascii nodemailer otplib uqr @simplewebauthn/server @zxcvbn-ts/core @zxcvbn-ts/language-en
    @aws-sdk/client-s3 sharp satori marked vite tar-stream yauzl yazl stream-json smol-toml`
  for (const name of onDemand.split(/\s+/)) expect(packages, name).not.toContain(name)
  // Only child processes load these packages, so that their memory is freed when the process ends.
  for (const name of ['sharp', 'satori', '@resvg/resvg-js']) expect(code).not.toContain(`"${name}"`)
  expect(code.length).toBeLessThan(maxBytes)
})
