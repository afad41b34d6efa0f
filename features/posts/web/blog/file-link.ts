import { describeFile } from '../../../../core/contract/file-size.ts'

/**
 * The blocks of files in a post's stored HTML, whose form is uniform (features/posts/server/rendering/sanitize.ts). The title is
 * plain text.
 */
const fileLink = /<p class="file-link"><a href="([^"]*)" data-bytes="(\d+)">([^<]*)<\/a><\/p>/g

/** For the public page, where styles make it a row with an icon. The address is shown in print only. */
export function showFileLinks(html: string, publicUrl: string): string {
  return html.replaceAll(fileLink, (_, href: string, bytes: string, title: string) => {
    const facts = describeFile(Number(bytes))
    return `<p class="file-link"><a href="${href}"><b>${title}</b> <span>${facts}</span><span class="file-link-address">${publicUrl}${href}</span></a></p>`
  })
}
