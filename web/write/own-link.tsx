import { useEffect, useState, useSyncExternalStore } from 'react'
import { paths } from '../../contracts/paths.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextField } from '../ui/field.tsx'

type OwnLinkProps = {
  /** Of the room, from `ownUrl`. */
  url: string
  siteName: string
}

export function ownUrl(token: string, publicUrl: string): string {
  return new URL(paths.writingRoom(token), publicUrl).href
}

/** The link of the room itself, to keep. Without script it is a field to select from. */
export function OwnLink({ url, siteName }: OwnLinkProps) {
  return (
    <div className="invite-link-row">
      {/* A text box, because it wraps: on a phone, one line would cut the link off. */}
      <TextField
        label="Your private link"
        className="field-control own-link"
        rows={3}
        readOnly
        defaultValue={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label="Copy link" text={() => url} />
      <ShareButton url={url} title={`Your writing page at ${siteName}`} />
    </div>
  )
}

/** Shown once, in a room that has just been opened: its address would otherwise stand in nothing but the address bar. */
export function KeepYourLink({ byEmail, ...link }: OwnLinkProps & { byEmail: boolean }) {
  const [isShown, setShown] = useState(true)

  // The address that people copy or bookmark from the browser is the link itself.
  useEffect(() => {
    const { pathname } = new URL(link.url)
    if (location.search !== '' && location.pathname === pathname) history.replaceState(null, '', pathname)
  }, [link.url])

  if (!isShown) return null
  return (
    <section className="notice room-link" aria-label="Your link">
      <p className="room-status-title">Save your link</p>
      <p>
        It brings you back to this page on any device. Keep it private: anyone with it can write as you.
        {byEmail && ' We’ll email it to you, too.'}
      </p>
      <OwnLink {...link} />
      <button
        type="button"
        className="text-button"
        onClick={() => {
          setShown(false)
          document.querySelector<HTMLElement>('.title-row textarea')?.focus()
        }}
      >
        Got it
      </button>
    </section>
  )
}

function ShareButton({ url, title }: { url: string; title: string }) {
  // The server, and the browser while it takes over what the server has rendered, know of none.
  const canShare = useSyncExternalStore(
    subscribe,
    () => 'share' in navigator,
    () => false,
  )
  if (!canShare) return null
  return (
    <button
      type="button"
      className="btn btn-quiet"
      // Rejected where the person thinks better of it.
      onClick={() => navigator.share({ title, url }).catch(() => {})}
    >
      Share
    </button>
  )
}

/** It neither comes nor goes while a page is open. */
const subscribe = () => () => {}
