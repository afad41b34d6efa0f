import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './history.ts'

/** A link to another screen of the admin that opens without a page load. Opening it in a new tab works as usual. */
export function ScreenLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a {...rest} href={href} onClick={(event) => follow(event, href)} />
}

export function follow(event: MouseEvent<HTMLAnchorElement>, href: string): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void navigate(href)
}
