/** Fixes quotation marks, dashes, ellipses, and spaces. Does not change tags, code, and URLs. */
export function polish(sanitized: string): string {
  let code = 0
  // The character before a quotation mark decides its direction, even if that character is in another inline element.
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
    // The pattern for URLs matches only at the start of a word. Trying every letter of a 1 MB word would take minutes.
    return piece
      .split(/((?<!\S)\S+:\/\/\S+)/)
      .map((part) => {
        const polished = part.includes('://') ? part : polishText(part, before)
        before = polished.slice(-1) || before
        return polished
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
  const opens = (index: number) => /^$|[\s([{–—‘“]/.test(index > 0 ? (spaced[index - 1] ?? '') : before)
  return spaced
    .replaceAll(/"/g, (_mark, index: number) => (opens(index) ? '“' : '”'))
    .replaceAll(/'/g, (_mark, index: number) => (opens(index) ? '‘' : '’'))
}
