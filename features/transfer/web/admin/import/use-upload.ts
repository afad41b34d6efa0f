import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { callSignedIn } from '../../../../../core/web/admin/repeated-requests.ts'
import { call, NetworkError } from '../../../../../core/web/api.ts'
import { explainFailure } from '../../../../../core/web/api-failures.ts'
import {
  type ImportFileRole,
  importCheck,
  importCreate,
  importList,
  importPartBytes,
  importPartStore,
  importUploaded,
} from '../../../contract/imports.ts'

export type ChosenFiles = { site: File; uploads: File | undefined }
export type UploadState = { name: string; sent: number; bytes: number }

/** Seconds for one part (`importPartBytes`) on a slow connection */
const partSeconds = 300
/** Ms before a part is sent again after the connection failed */
const retryMs = [1000, 4000]

/**
 * Uploads the files of an import in parts and starts the check. The server knows which parts it has, so the same files
 * go on where an interrupted upload ended. `onChanged` is called when the upload starts and ends.
 */
export function useUpload(onChanged: () => void) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<UploadState>()
  const [problem, setProblem] = useState<string>()
  const stopping = useRef<AbortController>(undefined)

  async function start(files: ChosenFiles): Promise<void> {
    const controller = new AbortController()
    stopping.current = controller
    setProblem(undefined)
    setProgress({ name: files.site.name, sent: 0, bytes: 1 })
    onChanged()
    try {
      await upload(files, setProgress, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(explainFailure(error))
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeyOf(importList) })
      setProgress(undefined)
      onChanged()
    }
  }

  return { progress, problem, start, stop: () => stopping.current?.abort() }
}

async function upload(
  chosen: ChosenFiles,
  onProgress: (progress: UploadState) => void,
  signal: AbortSignal,
): Promise<void> {
  const { site, uploads } = chosen
  const body = { site: describe(site), ...(uploads && { uploads: describe(uploads) }) }
  const { id, files } = await callSignedIn(() => call(importCreate, { body }))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const missing = files.flatMap(({ role, missingParts }) => missingParts.map((number) => ({ role, number })))
  let left = missing.reduce((sum, { role, number }) => sum + (partOf(chosen, role, number)?.size ?? 0), 0)
  for (const { role, number } of missing) {
    onProgress({ name: chosen[role]?.name ?? '', sent: bytes - left, bytes })
    const part = partOf(chosen, role, number)
    if (!part) continue
    await sendPart({ id, file: role, number }, part, signal)
    left -= part.size
  }
  onProgress({ name: site.name, sent: bytes, bytes })
  await callSignedIn(() => call(importUploaded, { params: { id } }))
  await callSignedIn(() => call(importCheck, { params: { id }, body: {} }))
}

const describe = ({ name, size, lastModified }: File) => ({
  name,
  bytes: size,
  modifiedAt: new Date(lastModified).toISOString(),
})

const partOf = (chosen: ChosenFiles, role: ImportFileRole, number: number): Blob | undefined =>
  chosen[role]?.slice((number - 1) * importPartBytes, number * importPartBytes, 'application/octet-stream')

async function sendPart(
  params: { id: number; file: ImportFileRole; number: number },
  form: Blob,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt++)
    try {
      const options = { params, form, signal, timeoutSeconds: partSeconds, isQuiet: true }
      return await callSignedIn(() => call(importPartStore, options))
    } catch (error) {
      const pause = retryMs[attempt]
      if (signal.aborted || pause === undefined || !(error instanceof NetworkError)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
}
