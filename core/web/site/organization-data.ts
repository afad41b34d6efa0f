import { withVersion } from '../../contract/look/site-look.ts'
import { paths } from '../../contract/paths.ts'
import type { Site } from '../../contract/site.ts'

/** https://schema.org/Organization. The `@id` is the same on the home page and on all posts. */
export function organizationData(site: Site) {
  const whole = (path: string) => new URL(path, site.publicUrl).href
  return {
    '@type': 'Organization',
    '@id': whole('/#organization'),
    name: site.name,
    url: whole('/'),
    logo: whole(withVersion(paths.icon(512), site.look)),
    slogan: site.content.hero.title,
  }
}
