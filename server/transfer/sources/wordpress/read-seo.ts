import type { SourcePost } from '../source.ts'
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

/** Templates such as `%%title%%`, `%sitename%`, and `#post_title`, which only the plugin can fill in */
const template = /%%?\w+%%?|(?:^|\s)#\w+/

export function readSeo(item: XmlElement): SourcePost['seo'] {
  const find = (keys: string[]) => keys.map((key) => metaOf(item, key)).find((value) => value !== '')
  const words = (keys: string[], max: number) => {
    const value = find(keys)
    return value && !template.test(value) ? plainText(value, max) : undefined
  }
  const title = words(fields.title, 200)
  const description = words(fields.description, 500)
  const pictureAddress = find(fields.pictureAddress)
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(pictureAddress && { pictureAddress }),
  }
}
