import type { Readable } from 'node:stream'
import type { PostKind } from '../../../posts/contract/post-kinds.ts'
import type { ImportFormat, ImportNote } from '../../contract/imports.ts'

/** A file of another system that is open for an import. Its entries must survive JSON. */
export type Source = {
  format: ImportFormat
  /** Origin and path of the old site, such as `https://old.example/blog`, if the file or the person who imports names it */
  siteUrl: string | undefined
  /** Reads the whole source again with each call, one entry at a time, always in the same order. */
  entries(): AsyncIterable<SourceEntry>
  /** Finds a file of the source by an address in a text: a URL of the old site, or a path relative to the text. */
  findFile(address: string, text: { path?: string | undefined }): Promise<SourceFile | undefined>
  close(): Promise<void>
}

/** A source that another process reads (open-source-apart.ts). Its user does one thing at a time. */
export type ApartSource = Pick<Source, 'format' | 'siteUrl' | 'close'> & {
  /** Reads the entries again with each call, beginning with this one; the first one is 0. */
  entries(from?: number): AsyncIterable<SourceEntry>
  findFile(address: string, text: { path?: string | undefined }): Promise<NamedFile | undefined>
  copyFile(file: NamedFile, target: string): Promise<CopiedFile>
}

/** What every kind of source is opened with */
export type Opening = {
  /** The archives and folders in which files are looked for */
  trees: FileTree[]
  close: () => Promise<void>
  /** `siteUrl` of a source whose file does not name it */
  oldAddress: string | undefined
}

export type SourceFile = {
  /** Path in the archive or folder */
  path: string
  /** Declared size; reading more than this many bytes fails */
  bytes: number
  open(): Promise<Readable>
}

/** The SHA-256 is in hex. */
export type CopiedFile = { sha256: string; bytes: number }

/** The files of a zip or of a folder, by their path with slashes. Paths are names only: nothing is written to them. */
export type FileTree = {
  files: ReadonlyMap<string, SourceFile>
  /** Files that were left out, with the reason */
  notes: ImportNote[]
  close(): Promise<void>
}

/** A file whose content stays with the process that reads the source */
export type NamedFile = Pick<SourceFile, 'path' | 'bytes'>

export type SourceEntry = SourcePost | SourceRedirect | SourceMenu | SourceProblem

export type SourcePost = {
  type: 'post'
  /** Id of the post that stays the same when its file is read again, such as `wordpress:old.example:123` */
  key: string
  kind: PostKind
  title: string
  slug: string | undefined
  /** As the other system stores it: neither sanitized nor converted */
  content: { html: string } | { markdown: string }
  excerpt: string | undefined
  tags: string[]
  /** Display names, the first author first */
  authors: string[]
  /** `public` with a date in the future is scheduled. Private and password-protected posts become drafts, with a note. */
  status: 'public' | 'draft'
  /** ISO 8601 */
  publishedAt: string | undefined
  updatedAt: string | undefined
  /** Path and query of each former address on the old site, such as `/2019/05/hello/` and `/?p=123` */
  formerAddresses: string[]
  /** Id in the old site's feed, so that feed readers do not show the post again */
  feedId: string | undefined
  /** The picture above the text, by its address in the source */
  picture: { address: string; alt?: string | undefined; caption?: string | undefined } | undefined
  seo: Partial<Record<'title' | 'description' | 'pictureAddress', string | undefined>>
  /** Path of the text's file, for relative addresses in it */
  path?: string
  notes: ImportNote[]
}

/** `from` is a path and query on the old site; `to` is a path of the new site or an absolute URL */
export type SourceRedirect = { type: 'redirect'; from: string; to: string }

/** Links of a menu of the old site. The most important menu comes first. */
export type SourceMenu = {
  type: 'menu'
  /** Id of the menu that stays the same when its file is read again */
  key: string
  name: string
  links: SourceLink[]
}

/** `isBelow`: the old site shows it in the submenu of the link before it */
export type SourceLink = { label: string; address: string; isBelow?: true }

/** A part of the source that cannot be imported */
export type SourceProblem = { type: 'problem'; note: ImportNote }

/** Why a file cannot be imported; `message` is one sentence for the person who imports and says what to do. */
export class SourceError extends Error {
  override name = 'SourceError'
}
