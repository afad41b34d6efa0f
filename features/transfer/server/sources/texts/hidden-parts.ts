import { listComments, readBlockAttributes } from './block-comments.ts'

/** What a comment means: it hides what follows, begins or ends something that may be in it, or neither */
type Mark = 'hides' | 'begins' | 'ends' | undefined

/** The text without its hidden parts, and how many there were */
type Shown = { html: string; hidden: number }

/** Removes blocks that WordPress hides from readers: those with `{"metadata":{"blockVisibility":false}}`. */
export const removeHiddenBlocks = (html: string): Shown =>
  html.includes('"blockVisibility":false') ? removeParts(html, readBlockMark) : { html, hidden: 0 }

/** Removes parts that Ghost does not show to visitors who are not members (core/server/services/content-gating). */
export const removeGatedParts = (html: string): Shown =>
  html.includes('kg-gated-block') ? removeParts(html, readGate) : { html, hidden: 0 }

/** A part without an end goes on to the end of the text. The time grows with the length of the text only. */
function removeParts(html: string, readMark: (comment: string) => Mark): Shown {
  const parts: string[] = []
  let shownFrom = 0
  let depth = 0
  let hidden = 0
  for (const { text, start, end } of listComments(html)) {
    const isAlone = text.endsWith('/')
    const mark = readMark(text)
    if (depth > 0) {
      if (mark === 'ends') depth--
      else if (mark !== undefined && !isAlone) depth++
      if (depth === 0) shownFrom = end
    } else if (mark === 'hides') {
      parts.push(html.slice(shownFrom, start))
      hidden++
      if (isAlone) shownFrom = end
      else depth = 1
    }
  }
  if (depth === 0) parts.push(html.slice(shownFrom))
  return { html: parts.join(''), hidden }
}

function readBlockMark(comment: string): Mark {
  if (comment.startsWith('/wp:')) return 'ends'
  const [, json = ''] =
    /^wp:[a-z][\w/-]{0,100}(?:\s+([\s\S]*))?$/.exec(comment.replace(/\/$/, '').trim()) ?? []
  if (!comment.startsWith('wp:')) return undefined
  const { metadata } = json.includes('"blockVisibility":false') ? readBlockAttributes(json) : {}
  const isHidden = typeof metadata === 'object' && metadata !== null && 'blockVisibility' in metadata
  return isHidden && metadata.blockVisibility === false ? 'hides' : 'begins'
}

/** Such as `kg-gated-block:begin nonMember:false memberSegment:"status:-free"` */
function readGate(comment: string): Mark {
  if (comment.startsWith('kg-gated-block:end')) return 'ends'
  return comment.startsWith('kg-gated-block:begin') && !/\bnonMember:true\b/.test(comment)
    ? 'hides'
    : undefined
}
