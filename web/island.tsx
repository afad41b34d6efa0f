import { type ComponentType, createElement, useId } from 'react'
import { renderToString } from 'react-dom/server'

/** Every island. Its code is in the registry of web/islands.ts. */
export type IslandName =
  | 'AddressField'
  | 'Carousel'
  | 'ContactPanel'
  | 'CopyLink'
  | 'ExcerptButton'
  | 'NewsletterPanel'
  | 'PasswordField'
  | 'RevokeDialog'
  | 'SendInviteButton'
  | 'WaitlistDialog'
  | 'WaitlistPanel'

/** When an island's code is fetched, always after the page's `load` event. */
export type IslandMoment =
  /** when it comes near the window */
  | 'visible'
  /** when the browser has nothing better to do */
  | 'idle'
  /** when somebody points at it, focuses it or clicks in it; the click is repeated once it is alive */
  | 'interaction'

type IslandProps<Props extends object> = {
  of: ComponentType<Props>
  name: IslandName
  /** Must survive JSON. */
  props: Props
  when: IslandMoment
  className?: string
}

/**
 * A part of a server-rendered page that comes alive in the browser. It is rendered as a React root of its
 * own, with its own id prefix, so that the browser can hydrate it alone and `useId` agrees on both sides.
 */
export function Island<Props extends object>({ of, name, props, when, className }: IslandProps<Props>) {
  const prefix = `${useId().replaceAll(/[^a-z0-9]/gi, '')}-`
  const html = renderToString(createElement(of, props), { identifierPrefix: prefix })
  return (
    <div
      data-island={name}
      className={className}
      data-when={when}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, escaped by renderToString
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Whether a rendered page has an island. Text cannot look like one, because `<` is escaped in text. */
export function hasIsland(html: string): boolean {
  return html.includes('<div data-island="')
}
