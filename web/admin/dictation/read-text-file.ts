/** Maximum file size in bytes */
export const textFileLimit = 1024 * 1024

export type ReadFile =
  | { outcome: 'read'; text: string }
  /**
   * `wrong-type`: not `.txt` or `.md`. `empty`: only white space. `unreadable`: not text, or the browser cannot read
   * the file from the disk.
   */
  | { outcome: 'wrong-type' | 'too-large' | 'empty' | 'unreadable' }

/** Reads a text file in UTF-8 or, with a byte order mark, in UTF-16. */
export async function readTextFile(file: File): Promise<ReadFile> {
  if (!/\.(?:txt|md)$/i.test(file.name)) return { outcome: 'wrong-type' }
  if (file.size > textFileLimit) return { outcome: 'too-large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    if (isBinary(text)) return { outcome: 'unreadable' }
    if (text.trim() === '') return { outcome: 'empty' }
    return { outcome: 'read', text: text.replaceAll(/\r\n?/g, '\n') }
  } catch {
    // The bytes are invalid in this encoding, or the file was deleted after the user chose it.
    return { outcome: 'unreadable' }
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** True if the text has control characters. Form feeds (\x0c) are allowed, because old text files contain them. */
function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  return /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(text)
}
