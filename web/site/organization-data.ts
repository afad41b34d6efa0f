import { hero } from '../../content/home.ts'
import type { Site } from '../../contracts/site.ts'

/** https://schema.org/Organization. The `@id` is the same on the home page and on all posts. */
export function organizationData(site: Site) {
  const whole = (path: string) => new URL(path, site.publicUrl).href
  return {
    '@type': 'Organization',
    '@id': whole('/#organization'),
    name: site.name,
    url: whole('/'),
    logo: whole('/icon-512.png'),
    slogan: hero.title,
  }
}
