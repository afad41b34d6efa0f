/**
 * A post's stored HTML as its page shows it. The highest headings become h2, because the title is the page's only h1.
 * Links that leave the site open a new tab. Pictures load lazily, except one on the first screen (`isOnTop`: only the
 * title is above the text). In a post with right-to-left letters, each block gets its own direction. Regular expressions
 * are enough for the sanitizer's output: lower case, double quotes, `href` the only attribute of a link, no nested links.
 */
export function toPageHtml(
  html: string,
  { publicUrl, isOnTop }: { publicUrl: string; isOnTop: boolean },
): string {
  const highest = [1, 2, 3].find((level) => html.includes(`<h${level}>`)) ?? 2
  const lower = 2 - highest
  const seenAtOnce = isOnTop ? findPictureOnTop(html) : -1
  const shown = html
    .replaceAll('<img ', (_, at: number) =>
      at === seenAtOnce ? '<img fetchpriority="high" ' : '<img loading="lazy" decoding="async" ',
    )
    .replaceAll(
      /<(\/?)h([1-3])>/g,
      (_, slash: string, level: string) => `<${slash}h${Number(level) + lower}>`,
    )
    .replaceAll(/<a href="(https?:[^"]*)">(.*?)<\/a>/gs, (link, href: string, text: string) =>
      isOwn(href, publicUrl)
        ? link
        : `<a href="${href}" target="_blank" rel="noopener">${text}<span class="sr-only"> (opens in a new tab)</span></a>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
  return rightToLeft.test(html) ? addDirections(shown) : shown
}

/** Blocks in a list or a quotation take its direction, so that markers and bars are on the correct side. */
function addDirections(html: string): string {
  let depth = 0
  return html.replaceAll(/<(\/?)(p|h[2-4]|ul|ol|blockquote)>/g, (tag, slash: string, name: string) => {
    const isOuter = depth === 0
    if (name === 'ul' || name === 'ol' || name === 'blockquote') depth += slash ? -1 : 1
    return isOuter && !slash ? `<${name} dir="auto">` : tag
  })
}

/** Hebrew, Arabic, and neighboring scripts */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Characters of HTML on the first screen of a laptop */
const firstScreen = 500

function findPictureOnTop(html: string): number {
  const at = html.indexOf('<img ')
  return at < firstScreen ? at : -1
}

function isOwn(href: string, publicUrl: string): boolean {
  return URL.canParse(href) && new URL(href).origin === new URL(publicUrl).origin
}
