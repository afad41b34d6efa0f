import { paths } from './paths.ts'

const names: Record<string, string> = {
  [paths.home]: 'Home page',
  [paths.apps]: 'Apps page',
  [paths.blog]: 'Blog home',
  [paths.waitlist]: 'Waitlist page',
  [paths.contact]: 'Contact page',
  [paths.newsletter]: 'Newsletter page',
  [paths.yourData]: 'Your data page',
  [paths.privacyPolicy]: 'Privacy Policy',
  [paths.termsOfService]: 'Terms of Service',
}

/**
 * What a page of the site is called wherever an admin reads about it: "Home page" for `/`, the title of a post
 * (`findPostTitles` in server/posts/post-titles.ts) for its address. Only an address that no page has is named by its path.
 */
export function nameOfPage(path: string, title?: string | null): string {
  return (
    title ??
    names[path] ??
    nameWithin(path, paths.blogTag(''), (tag) => `Posts tagged “${tag}”`) ??
    nameWithin(path, paths.author(''), (slug) => `Author page “${slug}”`) ??
    nameWithin(path, paths.post(''), (slug) => `Post “${slug}”`) ??
    path
  )
}

function nameWithin(path: string, folder: string, name: (rest: string) => string): string | undefined {
  if (!path.startsWith(folder) || path.length === folder.length) return undefined
  const rest = path.slice(folder.length)
  try {
    return name(decodeURIComponent(rest))
  } catch {
    // Not every percent sign in an address is an escape.
    return name(rest)
  }
}
