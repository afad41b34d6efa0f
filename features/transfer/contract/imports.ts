import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { pageQuery, rowId } from '../../../core/contract/paging.ts'
import { completeWebAddress, isWebAddress } from '../../../core/contract/web-address.ts'

/** The systems whose files can be imported. Only imports by earlier versions are `everyday-ai`. */
export const importFormats = ['wordpress', 'ghost', 'markdown', 'feed', 'everyday-ai'] as const
export type ImportFormat = (typeof importFormats)[number]

export const importFormatLabels: Record<ImportFormat, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  markdown: 'Markdown',
  feed: 'RSS or Atom feed',
  'everyday-ai': 'Export of this software',
}

/** Something that could not be carried over as it was, in one sentence for the person who imports */
export const importNote = z.object({
  /** Title of the post, name of the file, or address of the picture */
  about: z.string(),
  detail: z.string(),
})
export type ImportNote = z.infer<typeof importNote>

/**
 * - `uploading`: parts of its files are missing
 * - `uploaded`: complete, and not checked
 * - `checked`: a dry run has read everything
 * - `canceled`, `failed`: what it imported until then is kept, and it can be continued or undone
 */
export const importStates = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'importing',
  'finished',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** States in which a job works. Only one import can be in one of them. */
export const busyImportStates = ['checking', 'importing', 'undoing'] as const satisfies ImportState[]

export const importOrigins = ['upload', 'command'] as const
export const importPhases = ['check', 'import', 'undo'] as const
export type ImportPhase = (typeof importPhases)[number]

/** Kinds of things that an import creates and an undo can delete */
export const importItemKinds = ['post', 'picture', 'file', 'menu'] as const
export type ImportItemKind = (typeof importItemKinds)[number]

const oldAddress = z.string().check(
  z.trim(),
  z.overwrite(completeWebAddress),
  z.refine((address: string) => isWebAddress(address) && !/[?#@]/.test(address), {
    error: 'Enter the address of the home page of the old site, such as https://old.example.',
  }),
)

const authorHint = 'Give the author a name of up to 200 characters.'

export const importOptions = z.strictObject({
  /** `draft`: every post and page becomes a draft, whatever it was on the old site */
  status: z._default(z.enum(['as-in-file', 'draft']), 'as-in-file'),
  /** Author of every post; without it, the authors that the file names */
  author: z.optional(z.string().check(z.trim(), z.minLength(1, authorHint), z.maxLength(200, authorHint))),
  /** Home page of the old site. Used if the files do not name it, as those of Ghost and most Markdown. */
  oldAddress: z.optional(oldAddress),
})
export type ImportOptions = z.infer<typeof importOptions>

/**
 * Number of entries by what became of them. A check counts what an import would do.
 * - `unchanged`: imported earlier, or already there
 * - `problems`: could not be imported; a note says why
 * - `kept`: stayed at an undo, because it was edited or used since
 * - `people`, `subscribers`, `others`: only in imports by earlier versions
 */
export const importCounts = z.partial(
  z.object({
    posts: z.number(),
    pages: z.number(),
    drafts: z.number(),
    pictures: z.number(),
    missingPictures: z.number(),
    files: z.number(),
    redirects: z.number(),
    menus: z.number(),
    people: z.number(),
    subscribers: z.number(),
    others: z.number(),
    unchanged: z.number(),
    problems: z.number(),
    notes: z.number(),
    kept: z.number(),
  }),
)
export type ImportCounts = z.infer<typeof importCounts>

/** Bytes of each part of an upload but the last one */
export const importPartBytes = 4 * 1024 * 1024

/**
 * Max bytes of the files of an import: in all, and in a single request. Days that uploads are kept, undo works, and the
 * names of the files and the notes are kept.
 */
export const importLimits = {
  bytes: 2 * 1024 ** 3,
  singleRequestBytes: 25 * 1024 * 1024,
  name: 255,
  fileDays: 7,
  undoDays: 30,
  reportDays: 365,
} as const

export const importMessages = {
  tooLarge:
    'The files have more than 2 GB. Ask the person who runs your server to import them with npm run import.',
  busy: 'Another import is running. Wait until it is finished, or cancel it.',
} as const

/** The files of an import: an export of the old site, and perhaps an archive of its pictures */
export const importFileRoles = ['site', 'uploads'] as const
export type ImportFileRole = (typeof importFileRoles)[number]

const fileRequest = z.strictObject({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Give the name of the file.'), z.maxLength(importLimits.name)),
  bytes: z
    .int()
    .check(
      z.minimum(1, 'This file is empty. Choose another one.'),
      z.maximum(importLimits.bytes, importMessages.tooLarge),
    ),
  /** Time of the last change, ISO 8601. Tells two files with the same name and size apart. */
  modifiedAt: z.optional(z.iso.datetime()),
})

export const importRequest = z.strictObject({ site: fileRequest, uploads: z.optional(fileRequest) })
export type ImportRequest = z.infer<typeof importRequest>

const importFile = z.object({
  role: z.enum(importFileRoles),
  name: z.string(),
  bytes: z.number(),
  modifiedAt: z.optional(z.string()),
  /** Number of its parts, and the numbers of those that are missing. Empty for a file on the server's disk. */
  parts: z.number(),
  missingParts: z.array(z.number()),
})

export const siteImport = z.object({
  id: z.number(),
  state: z.enum(importStates),
  origin: z.enum(importOrigins),
  files: z.array(importFile),
  /** Null until the file was opened */
  format: z.nullable(z.enum(importFormats)),
  siteUrl: z.nullable(z.string()),
  options: importOptions,
  /** Entries of the file that are done in the current state, and how many there are; null until a check has counted them */
  position: z.number(),
  entries: z.nullable(z.number()),
  /** Counts of the dry run */
  checked: importCounts,
  /** Counts of the import itself */
  counts: importCounts,
  /** Why it failed, in one sentence */
  problem: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  createdAt: z.string(),
  checkedAt: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  /** Until when it can be undone; null if it cannot */
  undoUntil: z.nullable(z.string()),
})
export type SiteImport = z.infer<typeof siteImport>

export const importList = endpoint('GET', '/api/imports', {
  summary: 'List the imports, newest first',
  query: pageQuery,
  response: z.array(siteImport),
})

export const importCreate = endpoint('POST', '/api/imports', {
  summary: 'Begin an import: announce its files',
  description:
    'Then send the parts of each file, 4 MB each but the last one. The same files as in an unfinished upload continue that upload: `missingParts` says what is still to be sent.',
  body: importRequest,
  response: { 201: siteImport },
})

export const importUpload = endpoint('POST', '/api/imports/file', {
  summary: 'Begin an import with small files in one request',
  description:
    'multipart/form-data with the field `site`, and perhaps `uploads` (a zip or tar of the pictures), of up to 25 MB together.',
  response: { 201: siteImport },
})

export const importRead = rowEndpoint('GET', '/api/imports/:id', {
  summary: 'Progress and result of an import',
  response: siteImport,
})

const partParams = z.object({
  id: rowId,
  file: z.enum(importFileRoles),
  number: z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(1024)),
})

export const importPartStore = endpoint('PUT', '/api/imports/:id/files/:file/parts/:number', {
  summary: 'Send one part of a file',
  description: `The body is application/octet-stream: bytes (number − 1) × ${importPartBytes.toLocaleString('en-US')} and following. A repeated part is stored once. Parts may come in any order.`,
  params: partParams,
})

export const importUploaded = rowEndpoint('POST', '/api/imports/:id/uploaded', {
  summary: 'Finish the upload of an import',
  description: 'Responds 409 if parts are missing.',
  response: siteImport,
})

export const importCheck = rowEndpoint('POST', '/api/imports/:id/check', {
  summary: 'Check an import: read everything and change nothing',
  description:
    'It runs as a job. Read the import until its state is `checked` or `failed`. Its counts and notes are those of an import at this moment.',
  body: z.pick(importOptions, { oldAddress: true }),
  response: { 202: siteImport },
})

export const importStart = rowEndpoint('POST', '/api/imports/:id/start', {
  summary: 'Start an import, or continue a canceled one',
  description:
    'It runs as a job. Read the import until its state is `finished` or `failed`. What was imported earlier is not imported again.',
  body: importOptions,
  response: { 202: siteImport },
})

export const importCancel = rowEndpoint('POST', '/api/imports/:id/cancel', {
  summary: 'Cancel an import',
  description:
    'What it has imported until then stays, until it is continued or undone. If it has not started, its files are deleted.',
  body: z.strictObject({}),
  response: siteImport,
})

export const importUndo = rowEndpoint('POST', '/api/imports/:id/undo', {
  summary: 'Undo an import within 30 days',
  description:
    'It runs as a job and deletes what the import has created, except for what was edited or used since. Its notes of the phase `undo` name that.',
  body: z.strictObject({}),
  response: { 202: siteImport },
})

const noteFilter = z.object({
  phase: z._default(z.enum(importPhases), 'import'),
  /** Part of the title, file name, or sentence */
  q: z.optional(z.string().check(z.maxLength(200))),
})
export const importNotesFileQuery = z.extend(noteFilter, { bom: z.optional(z.literal('1')) })
export const importNotesQuery = z.extend(pageQuery, noteFilter.shape)
export type ImportNotesQuery = z.infer<typeof importNotesQuery>

export const importNoteRow = z.extend(importNote, { id: z.number() })
export type ImportNoteRow = z.infer<typeof importNoteRow>

export const importNoteList = rowEndpoint('GET', '/api/imports/:id/notes', {
  summary: 'What an import could not carry over as it was',
  description: '`phase` is check, import, or undo. `q` is part of a note.',
  query: importNotesQuery,
  response: z.array(importNoteRow),
})
