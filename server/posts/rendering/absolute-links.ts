/** A post's HTML for a reader outside the site: addresses on the site become whole ones. */
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
