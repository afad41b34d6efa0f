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
 * The name of a page in the admin: "Home page" for `/`, or the title of a post (`findPostTitles` in
 * server/posts/reading/post-titles.ts). An unknown path is its own name.
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
    // Not every percent sign in a path is an escape sequence.
    return name(rest)
  }
}
