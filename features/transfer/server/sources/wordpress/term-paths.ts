import type { WordpressFacts } from './read-facts.ts'

/** Name and usual path of the list of a category or tag, by its number */
export function pathOfTerm(
  id: string,
  taxonomy: string,
  facts: WordpressFacts,
): { name: string; path: string } | undefined {
  const slug = facts.termSlugs.get(`${taxonomy}:${id}`)
  if (slug === undefined) return undefined
  return taxonomy === 'category'
    ? { name: facts.categories.get(slug)?.name ?? slug, path: pathOfCategory(slug, facts) }
    : { name: facts.tags.get(slug) ?? slug, path: pathOfTag(slug) }
}

/** A category in another one is in the path of that one. */
export function pathOfCategory(slug: string, facts: WordpressFacts): string {
  const path = [slug]
  for (
    let parent = facts.categories.get(slug)?.parent;
    parent && path.length < 10;
    parent = facts.categories.get(parent)?.parent
  )
    path.unshift(parent)
  return `/category/${path.join('/')}/`
}

export const pathOfTag = (slug: string) => `/tag/${slug}/`
