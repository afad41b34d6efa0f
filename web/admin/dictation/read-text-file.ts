/** Largest file that is taken, in bytes. */
export const textFileLimit = 1024 * 1024

export type ReadFile =
  | { outcome: 'read'; text: string }
  /** Not `.txt` or `.md`. */
  | { outcome: 'wrong-type' }
  | { outcome: 'too-large' }
  /** It has no text in it, or only spaces. */
  | { outcome: 'empty' }
  /** It is not text, or it could not be read from the disk. */
  | { outcome: 'unreadable' }

/** The text of a file, in UTF-8 or, with a byte order mark, in UTF-16. */
export async function readTextFile(file: File): Promise<ReadFile> {
  if (!/\.(?:txt|md)$/i.test(file.name)) return { outcome: 'wrong-type' }
  if (file.size > textFileLimit) return { outcome: 'too-large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    // `ignoreBOM: false` takes the mark away.
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    if (isBinary(text)) return { outcome: 'unreadable' }
    if (text.trim() === '') return { outcome: 'empty' }
    return { outcome: 'read', text: text.replaceAll(/\r\n?/g, '\n') }
  } catch {
    // Not in that encoding, or deleted in the meantime.
    return { outcome: 'unreadable' }
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Control characters that no text has; a form feed is one of old text files. */
function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(text)
}
