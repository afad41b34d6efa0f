import type { SourcePost } from '../source.ts'
import { describeCanonical } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import type { XmlElement } from '../texts/read-xml.ts'
import { metaOf } from './read-facts.ts'

/** Custom fields of Yoast SEO, Rank Math, All in One SEO, and The SEO Framework, in this order */
const fields = {
  title: ['_yoast_wpseo_title', 'rank_math_title', '_aioseo_title', '_aioseop_title', '_genesis_title'],
  description: [
    '_yoast_wpseo_metadesc',
    'rank_math_description',
    '_aioseo_description',
    '_aioseop_description',
    '_genesis_description',
  ],
  pictureAddress: [
    '_yoast_wpseo_opengraph-image',
    'rank_math_facebook_image',
    '_aioseo_og_image_custom_url',
    '_social_image_url',
  ],
}

/**
 * Variables that only the plugin can fill in: `%%title%%` of Yoast SEO, `%sitename%` and `%customfield(name)%` of Rank
 * Math, and `#post_title` of All in One SEO
 */
const variables =
  /%%\w{1,60}%%|%[a-z_]{2,60}(?:\([^()%]{0,60}\))?%|#(?:(?:post|site|author|current|custom_field|tax|taxonomy|archive|attachment|parent|woocommerce)_[\w-]{1,60}|(?:separator_sa|tagline|categor(?:y|ies)|permalink|page_number|search_term|alt_tag|image_title|featured_image)\b)/gi

export function readSeo(item: XmlElement, note: (detail: string) => void): SourcePost['seo'] {
  const find = (keys: string[]) => keys.map((key) => metaOf(item, key)).find((value) => value !== '')
  const words = (keys: string[], max: number) => {
    const value = find(keys)
    if (value === undefined) return undefined
    const rest = value.replaceAll(variables, '')
    if (rest === value) return plainText(value, max) || undefined
    // A template with words of its own, not only with variables and a separator
    if (/\p{L}/u.test(rest))
      note(
        `Its text for search engines is a template of a plugin, so it was left out: ${plainText(value, 300)}`,
      )
    return undefined
  }
  noteRules(find, note)
  return {
    title: words(fields.title, 200),
    description: words(fields.description, 500),
    pictureAddress: find(fields.pictureAddress),
  }
}

const canonicals = ['_yoast_wpseo_canonical', 'rank_math_canonical_url', '_genesis_canonical_uri']

/** Rules for search engines that posts do not have here */
function noteRules(find: (keys: string[]) => string | undefined, note: (detail: string) => void): void {
  const isHidden =
    find(['_yoast_wpseo_meta-robots-noindex', '_genesis_noindex']) === '1' ||
    find(['rank_math_robots'])?.includes('noindex')
  if (isHidden)
    note('It was hidden from search engines, which posts can’t be here. Make it a draft if needed.')
  const canonical = find(canonicals)
  if (canonical !== undefined) note(describeCanonical(canonical))
}
