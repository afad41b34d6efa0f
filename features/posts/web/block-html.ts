import { readVideoAddress, videoProviderNames } from '../../../core/contract/video.ts'
import { calloutLabels, readTone } from '../contract/post-blocks.ts'

/**
 * Converts the tables, callouts, buttons, and videos of a stored text for its page. `isOwn` is true for links within
 * this site; the others open in a new tab.
 *
 * Regular expressions are safe here, because these blocks are stored in one form and never nested
 * (features/posts/server/rendering/blocks/normalize-blocks.ts).
 */
export function showBlocks(html: string, isOwn: (href: string) => boolean): string {
  if (!/<table>|<aside |<figure class="video">|<p class="button-link">/.test(html)) return html
  let tables = 0
  return html
    .replaceAll(/<table><tbody>(.*?)<\/tbody><\/table>/gs, (_, rows: string) => showTable(rows, ++tables))
    .replaceAll(/<aside data-tone="(\w+)">(.*?)<\/aside>/gs, (_, tone: string, text: string) => {
      const label = calloutLabels[readTone(tone)]
      return `<div class="callout" data-tone="${tone}" role="note"><p class="callout-label">${label}</p>${text}</div>`
    })
    .replaceAll(
      /<p class="button-link"><a href="([^"]*)">(.*?)<\/a><\/p>/gs,
      (_, href: string, label: string) => {
        const opensHere = !/^https?:/.test(href) || isOwn(href)
        const attributes = opensHere ? '' : ' target="_blank" rel="noopener"'
        const note = opensHere ? '' : newTabNote
        return `<p class="button-link"><a class="btn" href="${href}"${attributes}>${label}${note}</a></p>`
      },
    )
    .replaceAll(
      /<figure class="video"><a href="([^"]*)">(<img [^>]*>)?(.*?)<\/a><\/figure>/gs,
      (_, href: string, picture = '', title: string) => showVideo(href, picture, title),
    )
}

const newTabNote = '<span class="sr-only"> (opens in a new tab)</span>'

/**
 * A table in a part of the page that scrolls, because a wide one would not fit a phone. Rows of headers at the top become
 * its head, unless a cell reaches out of them: a head ends all of its cells.
 */
function showTable(rows: string, number: number): string {
  const [first = '', ...rest] = rows.split(/(?<=<\/tr>)/)
  const isHead = !/<td|rowspan/.test(first) && first.includes('<th')
  const scoped = (isHead ? rest : [first, ...rest]).map((row) =>
    row.replace(/^<tr><th/, '<tr><th scope="row"'),
  )
  const head = isHead ? `<thead>${first.replaceAll('<th', '<th scope="col"')}</thead>` : ''
  const body = scoped.length > 0 ? `<tbody>${scoped.join('')}</tbody>` : ''
  return `<div class="table-scroll" role="region" aria-label="Table ${number}" tabindex="0"><table>${head}${body}</table></div>`
}

/**
 * A link to the video's page with our poster. With script, features/posts/web/blog/play-videos.ts plays the video in its place after a
 * click. Until then nothing is requested from the video's site.
 */
function showVideo(href: string, picture: string, title: string): string {
  const video = readVideoAddress(href)
  const provider = video ? videoProviderNames[video.provider] : ''
  return (
    `<figure class="video"><a class="video-link" href="${href}" target="_blank" rel="noopener">` +
    `<span class="video-poster">${picture}</span><span class="video-bar"><b>${title}</b> ` +
    `<span>Watch on ${provider}${newTabNote}</span></span></a></figure>`
  )
}
