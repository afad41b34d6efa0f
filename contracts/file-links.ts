import { describeFile } from './file-size.ts'

/**
 * The blocks of files in a post's stored HTML, whose form is uniform (server/posts/rendering/sanitize.ts). The title is
 * plain text.
 */
const fileLink = /<p class="file-link"><a href="([^"]*)" data-bytes="(\d+)">([^<]*)<\/a><\/p>/g

type FileLink = { href: string; title: string; facts: string }

/** Replaces each block of a file. All texts are HTML. */
function replaceFileLinks(html: string, write: (link: FileLink) => string): string {
  return html.replaceAll(fileLink, (_, href: string, bytes: string, title: string) =>
    write({ href, title, facts: describeFile(Number(bytes)) }),
  )
}

/** For the public page, where styles make it a row with an icon. The address is shown in print only. */
export const showFileLinks = (html: string, publicUrl: string): string =>
  replaceFileLinks(
    html,
    ({ href, title, facts }) =>
      `<p class="file-link"><a href="${href}"><b>${title}</b> <span>${facts}</span><span class="file-link-address">${publicUrl}${href}</span></a></p>`,
  )

/** For emails, feeds, and Markdown, which know neither our styles nor the attribute with the size */
export const nameFileLinks = (html: string): string =>
  replaceFileLinks(html, ({ href, title, facts }) => `<p><a href="${href}">${title}</a> (${facts})</p>`)
