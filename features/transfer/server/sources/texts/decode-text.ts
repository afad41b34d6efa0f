import { SourceError, type SourceFile } from '../source.ts'

/** The name that the decoder has for a declared encoding */
function findDecoder(declared: string): string | undefined {
  try {
    // Web browsers take ASCII to be windows-1252, but what exporters call so is UTF-8.
    return new TextDecoder(/^(?:us-)?ascii$/.test(declared) ? 'utf-8' : declared).encoding
  } catch {
    return undefined
  }
}

/** Finds the encoding of a text by its byte order mark or by what its XML declaration says. */
export function findEncoding(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  // Without a byte order mark, `<?` in UTF-16 has zeros in between.
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le'
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be'
  const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    start.toString('latin1', 0, 400),
  )
  const declared = declaration?.[1]?.toLowerCase() ?? 'utf-8'
  const known = findDecoder(declared)
  if (!known)
    throw new SourceError(
      `This file says that its encoding is “${declared}”. Save it as UTF-8 and try again.`,
    )
  // A text whose declaration could be read byte by byte is not in UTF-16.
  return known.startsWith('utf-16') ? 'utf-8' : known
}

export function decodeText(file: Pick<SourceFile, 'open'>) {
  /** True as soon as some bytes were not valid in the encoding. They become `\uFFFD`. */
  let damaged = false
  async function* decode() {
    let decoder: TextDecoder | undefined
    let start = Buffer.alloc(0)
    for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
      if (!decoder) {
        start = Buffer.concat([start, chunk])
        if (start.length < 400) continue
        decoder = new TextDecoder(findEncoding(start))
        yield check(decoder.decode(start, { stream: true }))
      } else yield check(decoder.decode(chunk, { stream: true }))
    }
    if (decoder) yield check(decoder.decode())
    else yield check(new TextDecoder(findEncoding(start)).decode(start))
  }
  function check(text: string): string {
    if (!damaged && text.includes('\uFFFD')) damaged = true
    return text
  }
  return { chunks: decode(), isDamaged: () => damaged }
}

/**
 * Copies a short text. A part of a text keeps the whole in memory, and a reader that keeps thousands of names would keep
 * the whole file with them.
 */
export const detachText = (text: string): string =>
  text.length < 10_000 ? Buffer.from(text).toString() : text

/** Removes what no text may contain: control characters and halves of surrogate pairs. */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g, '').toWellFormed()
}
