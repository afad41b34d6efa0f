import { type ComponentType, createElement, useId } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * The names of islands (React components that make parts of a page interactive). app/pages/web/islands.ts and the files
 * `islands.ts` of features load their code.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other files add members to it
export interface Islands {}

/** When an island's code is loaded, always after the page's `load` event */
export type IslandMoment =
  /** Near the viewport */
  | 'visible'
  /** When the browser is idle */
  | 'idle'
  /** On hover, focus, or click; the click is repeated after hydration */
  | 'interaction'

type IslandProps<Props extends object> = {
  of: ComponentType<Props>
  name: keyof Islands
  /** Must be serializable as JSON */
  props: Props
  when: IslandMoment
  className?: string
}

/**
 * A part of a server-rendered page that is hydrated in the browser. It is rendered as a separate React root, so that it
 * can be hydrated without the rest of the page. The id prefix makes `useId` return the same ids on the server and in
 * the browser.
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

/** True if rendered HTML contains an island. Text cannot cause a false match, because React escapes `<` in text. */
export function hasIsland(html: string): boolean {
  return html.includes('<div data-island="')
}
