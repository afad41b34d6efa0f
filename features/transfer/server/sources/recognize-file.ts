import { isTar } from './archives/open-tar.ts'
import { findEncoding } from './texts/decode-text.ts'

const inArchive = 'This is an archive inside an archive. Unpack the outer one and import the inner one.'

/** Why files of these kinds are not imported */
export const refusals = {
  zip: inArchive,
  tar: inArchive,
  gzip: inArchive,
  archive: 'This is an archive of another kind. Unpack it, and import the folder or a zip of it.',
  empty: 'This file is empty. Export it again and try again.',
  json: 'This JSON file is not an export of Ghost. In Ghost, choose Settings > Import/Export > Export content.',
  xml: 'This XML file is neither a WordPress export nor a feed. In WordPress, choose Tools > Export > All content.',
  html: 'This is a web page. Import an export of WordPress or Ghost, Markdown files, or an RSS or Atom feed instead.',
  csv: 'This is a table. People can’t be imported. A list of subscribers goes into Newsletter > Import subscribers.',
  unknown:
    'This file can’t be imported. Use an export of WordPress or Ghost, Markdown files, or an RSS or Atom feed.',
}

export type FileKind = 'wordpress' | 'ghost' | 'feed' | 'markdown' | keyof typeof refusals

/** Recognizes a file by its first bytes. Only texts without a sign of their own are recognized by their name. */
export function recognizeFile(start: Buffer, name: string): FileKind {
  if (start.length === 0) return 'empty'
  if (startsWithAny(start, zipSignatures)) return 'zip'
  if (isTar(start)) return 'tar'
  if (startsWithAny(start, [gzipSignature])) return 'gzip'
  if (startsWithAny(start, archiveSignatures)) return 'archive'
  const text = decodeStart(start)
  if (text === undefined) return 'unknown'
  if (/\.(?:md|markdown|mdx)$/i.test(name)) return 'markdown'
  const trimmed = text.trimStart()
  if (trimmed.startsWith('<')) return recognizeMarkup(trimmed)
  if (trimmed.startsWith('{') || trimmed.startsWith('['))
    return /^\{\s*"(?:db|meta|data)"\s*:/.test(trimmed) ? 'ghost' : 'json'
  if (/\.csv$/i.test(name)) return 'csv'
  return /\.txt$/i.test(name) || /^(?:---|\+\+\+)\r?\n/.test(trimmed) ? 'markdown' : 'unknown'
}

/** The first file of a zip, an empty zip, and a zip that was split */
const zipSignatures = ['504b0304', '504b0506', '504b0708'].map((hex) => Buffer.from(hex, 'hex'))

const gzipSignature = Buffer.from('1f8b', 'hex')

/** 7-Zip, RAR, bzip2, and xz */
const archiveSignatures = ['377abcaf', '52617221', '425a68', 'fd377a58'].map((hex) => Buffer.from(hex, 'hex'))

const startsWithAny = (start: Buffer, signatures: Buffer[]) =>
  signatures.some((signature) => start.subarray(0, signature.length).equals(signature))

/** Returns undefined for bytes that are not a text. */
function decodeStart(start: Buffer): string | undefined {
  try {
    const text = new TextDecoder(findEncoding(start)).decode(start)
    // Readers of markup remove characters that no text may have.
    return text.includes('\0') && !/^\s*[<{]/.test(text) ? undefined : text
  } catch {
    // The encoding is unknown. The reader of the file says so in words.
    return start.toString('latin1')
  }
}

function recognizeMarkup(text: string): FileKind {
  const root = /<(?!\?|!)([\w:.-]+)([^>]{0,5000})/.exec(text.replaceAll(/<!--[\s\S]*?-->/g, ''))
  const name = root?.[1]?.toLowerCase()
  if (name === 'html' || /^<!doctype html/i.test(text)) return 'html'
  if (name === 'rss' && /wordpress\.org\/export\//.test(root?.[2] ?? '')) return 'wordpress'
  if (name === 'rss' || name === 'feed' || name === 'rdf:rdf') return 'feed'
  return 'xml'
}
