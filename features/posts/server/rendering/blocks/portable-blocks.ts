import { describeFile } from '../../../../../core/contract/file-size.ts'
import { readVideoAddress, videoProviderNames } from '../../../../../core/contract/video.ts'
import { calloutLabels, readTone } from '../../../contract/post-blocks.ts'

/**
 * Converts the tables, callouts, buttons, files, and videos of a stored text to plain HTML that reads well without our
 * style sheet and script: in feeds, in emails, and as Markdown. `button` writes the link of a button.
 */
export function toPortableHtml(html: string, { button = toStrong } = {}): string {
  if (!/<table>|<aside |<figure class="video">|<p class="/.test(html)) return html
  return html
    .replaceAll(
      /<table><tbody>(.*?)<\/tbody><\/table>/gs,
      (_, rows: string) =>
        `<table border="1" cellpadding="8" cellspacing="0" class="data">${markHead(rows)}</table>`,
    )
    .replaceAll(
      /<aside data-tone="(\w+)">(.*?)<\/aside>/gs,
      (_, tone: string, text: string) =>
        `<blockquote><p><strong>${calloutLabels[readTone(tone)]}</strong></p>${text}</blockquote>`,
    )
    .replaceAll(/<p class="button-link">(.*?)<\/p>/gs, (_, link: string) => button(link))
    .replaceAll(
      /<p class="file-link"><a href="([^"]*)" data-bytes="(\d+)">(.*?)<\/a><\/p>/gs,
      (_, href: string, bytes: string, title: string) =>
        `<p><a href="${href}">${title}</a> (${describeFile(Number(bytes))})</p>`,
    )
    .replaceAll(
      /<figure class="video"><a href="([^"]*)">(<img [^>]*>)?(.*?)<\/a><\/figure>/gs,
      (_, href: string, picture: string | undefined, title: string) => {
        const video = readVideoAddress(href)
        const provider = video ? ` (video on ${videoProviderNames[video.provider]})` : ''
        return `<p><a href="${href}">${picture ? `${picture}<br />` : ''}${title}${provider}</a></p>`
      },
    )
}

const toStrong = (link: string) => `<p><strong>${link}</strong></p>`

/** Puts a first row of headers into the head of the table, unless a cell reaches out of it. */
function markHead(rows: string): string {
  const [first = '', ...rest] = rows.split(/(?<=<\/tr>)/)
  if (/<td|rowspan/.test(first) || rest.length === 0) return `<tbody>${rows}</tbody>`
  return `<thead>${first}</thead><tbody>${rest.join('')}</tbody>`
}
