import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSource } from '../server/sources/open-source.ts'
import type { Source, SourceEntry, SourcePost } from '../server/sources/source.ts'
import { writeZip } from './zip.ts'

type Files = Record<string, string | Buffer>

/** A folder that is deleted after the test */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'everyday-ai-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file to a folder of its own, and returns its path. */
export function makeFile(name: string, content: string | Buffer): string {
  const path = join(makeFolder(), name)
  writeFileSync(path, content)
  return path
}

/** Writes files to a folder, by their paths in it, and returns its path. */
export function makeTree(files: Files): string {
  const folder = makeFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** Writes files to a zip, by their paths in it, and returns its path. */
export async function makeZip(files: Files, name = 'site.zip'): Promise<string> {
  const file = join(makeFolder(), name)
  await writeZip(
    file,
    Object.entries(files).map(([path, content]) => ({ path, content })),
  )
  return file
}

/** Opens a source that is closed after the test. */
export async function open(file: string, uploads?: string): Promise<Source> {
  const source = await openSource({ file, ...(uploads !== undefined && { uploads }) })
  onTestFinished(() => source.close())
  return source
}

export async function listAll<One>(iterable: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = []
  for await (const one of iterable) all.push(one)
  return all
}

export async function readAll(source: Source) {
  const entries = await listAll(source.entries())
  const ofType = <Type extends SourceEntry['type']>(type: Type) =>
    entries.filter((entry): entry is Extract<SourceEntry, { type: Type }> => entry.type === type)
  return {
    posts: ofType('post'),
    redirects: ofType('redirect'),
    menus: ofType('menu'),
    problems: ofType('problem').map(({ note }) => note),
  }
}

/** Opens a file and reads all of it. */
export const readSource = async (file: string, uploads?: string) => readAll(await open(file, uploads))

export async function readOnlyPost(file: string): Promise<SourcePost> {
  const { posts } = await readSource(file)
  const [post] = posts
  if (!post || posts.length > 1) throw new Error(`There are ${posts.length} posts`)
  return post
}

/** The text of a file that the source finds for an address, or undefined */
export async function fileText(source: Source, address: string, path?: string): Promise<string | undefined> {
  const file = await source.findFile(address, { path })
  if (!file) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of await file.open()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
