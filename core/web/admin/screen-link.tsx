import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './history.ts'

/** A link to another screen of the admin that opens without a page load. Opening it in a new tab works as usual. */
export function ScreenLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a {...rest} href={href} onClick={(event) => follow(event, href)} />
}

type LinkProps = ComponentProps<typeof ScreenLink>

/** A link in a sentence */
export const InlineLink = (link: LinkProps) => <ScreenLink className="inline-link" {...link} />

/** A link that stands alone */
export const TextLink = (link: LinkProps) => <ScreenLink className="text-link" {...link} />

/** A link to the list that the screen belongs to */
export const BackLink = (link: LinkProps) => <ScreenLink className="text-link back" {...link} />

/** A link that looks like a button */
export const ButtonLink = (link: LinkProps) => <ScreenLink className="btn btn-small" {...link} />

export function follow(event: MouseEvent<HTMLAnchorElement>, href: string): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void navigate(href)
}
