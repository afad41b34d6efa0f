/** Makes the URLs in a post's HTML absolute, for readers outside the site (feeds, emails, Markdown). */
export function absoluteLinks(html: string, publicUrl: string): string {
  return html
    .replaceAll(
      / (href|src)="(\/[^"]*)"/g,
      (_, name: string, path: string) => ` ${name}="${publicUrl}${path}"`,
    )
    .replaceAll(/ srcset="([^"]*)"/g, (_, sources: string) => {
      const whole = sources.replaceAll(/(^|,\s*)(?=\/)/g, `$1${publicUrl}`)
      return ` srcset="${whole}"`
    })
}
