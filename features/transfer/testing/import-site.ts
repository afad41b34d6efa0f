import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { type ImportOptions, importPartBytes, type SiteImport } from '../contract/imports.ts'

type Sender = Pick<TestServer, 'send'>
type Access = { cookie: string } | { headers: Record<string, string> }

/** Uploads the files of an import in one request, as a script does. */
export async function uploadSmall(
  server: Sender,
  access: Access,
  files: { site: Blob; uploads?: Blob; name?: string },
): Promise<SiteImport> {
  const form = new FormData()
  form.set('site', files.site, files.name ?? 'old-site.xml')
  if (files.uploads) form.set('uploads', files.uploads, 'uploads.zip')
  const response = await server.send('/api/imports/file', { ...access, body: form })
  expect(response.status).toBe(201)
  return response.json()
}

/** Starts a site whose owner has uploaded the files of an import, and returns functions that work on it. */
export async function startUpload(files: Parameters<typeof uploadSmall>[2], env?: Record<string, string>) {
  const server = await startTestServer({ jobPause: 0.5, env })
  const access = { cookie: await server.signIn() }
  const { id } = await uploadSmall(server, access, files)
  const run = (step: ImportStep, options?: Partial<ImportOptions>) =>
    runStep(server, access, id, step, options)
  const readNotes = async (phase: 'check' | 'import' | 'undo' = 'import') => {
    const response = await server.send(`/api/imports/${id}/notes?phase=${phase}`, access)
    const notes: { about: string; detail: string }[] = await response.json()
    return notes.map(({ about, detail }) => `${about}: ${detail}`)
  }
  return { server, access, id, run, readNotes }
}

type ImportStep = 'check' | 'start' | 'undo'

/** Sends the missing parts of an announced file. */
export async function sendParts(
  server: Sender,
  access: Access,
  { id, files }: SiteImport,
  bytes: Record<string, Buffer>,
): Promise<void> {
  for (const { role, missingParts } of files)
    for (const number of missingParts) {
      const part = bytes[role]?.subarray((number - 1) * importPartBytes, number * importPartBytes)
      const response = await server.send(`/api/imports/${id}/files/${role}/parts/${number}`, {
        method: 'PUT',
        ...access,
        headers: { 'content-type': 'application/octet-stream', ...('headers' in access && access.headers) },
        body: new Blob([new Uint8Array(part ?? [])]),
      })
      expect(response.status).toBe(204)
    }
}

export async function readImport(server: Sender, access: Access, id: number): Promise<SiteImport> {
  const response = await server.send(`/api/imports/${id}`, access)
  expect(response.status).toBe(200)
  return response.json()
}

/** Waits until the job has finished what it does with an import. */
export async function waitFor(
  server: Sender,
  access: Access,
  id: number,
  // Long, because the machine may be busy.
  timeout = 90_000,
): Promise<SiteImport> {
  let now = await readImport(server, access, id)
  await expect
    .poll(
      async () => {
        now = await readImport(server, access, id)
        return ['checking', 'importing', 'undoing'].includes(now.state)
      },
      { timeout, interval: 100 },
    )
    .toBe(false)
  return now
}

export async function runStep(
  server: Sender,
  access: Access,
  id: number,
  step: ImportStep,
  options: Partial<ImportOptions> = {},
): Promise<SiteImport> {
  const response = await server.send(`/api/imports/${id}/${step}`, { ...access, json: options })
  expect(response.status).toBe(202)
  return waitFor(server, access, id)
}

export const readBlob = async (folder: string, name: string) =>
  new Blob([new Uint8Array(await readFile(join(folder, name)))])
