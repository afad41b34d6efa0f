/** Quotation marks, dashes, ellipses and spaces as they are printed; tags, code and addresses stay as they are. */
export function polish(sanitized: string): string {
  let code = 0
  // What stands before a piece decides which way a quotation mark opens, also across `<em>`.
  let before = ''
  return sanitized.replaceAll(/<[^>]*>|[^<]+/g, (piece) => {
    if (piece.startsWith('<')) {
      if (/^<(?:pre|code)\b/.test(piece)) code++
      else if (/^<\/(?:pre|code)>/.test(piece)) code--
      else if (/^<\/?(?:p|h[1-3]|li|ul|ol|blockquote|br)\b/.test(piece)) before = ''
      return piece
    }
    if (code > 0) {
      before = piece.slice(-1)
      return piece
    }
    // Looked for from the start of a word only: from every letter, a word of a megabyte would take minutes.
    return piece
      .split(/((?<!\S)\S+:\/\/\S+)/)
      .map((part) => {
        const done = part.includes('://') ? part : polishText(part, before)
        before = done.slice(-1) || before
        return done
      })
      .join('')
  })
}

function polishText(text: string, before: string): string {
  const spaced = text
    .replaceAll('&quot;', '"')
    .replaceAll(/[ \t\u00a0]{2,}/g, ' ')
    .replaceAll(/ +(?=[,;!?](?:\s|$))/g, '')
    .replaceAll(/\.{3,}/g, '…')
    .replaceAll(/(?<=\S) (?:--|-) (?=\S)/g, ' – ')
    .replaceAll(/(?<=\p{L})--(?=\p{L})/gu, '—')
    .replaceAll(/(?<=[\p{L}\d])'(?=\p{L})/gu, '’')
  const opens = (at: number) => /^$|[\s([{–—‘“]/.test(at > 0 ? (spaced[at - 1] ?? '') : before)
  return spaced
    .replaceAll(/"/g, (_mark, at: number) => (opens(at) ? '“' : '”'))
    .replaceAll(/'/g, (_mark, at: number) => (opens(at) ? '‘' : '’'))
}
