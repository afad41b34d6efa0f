import { useEffect, useState } from 'react'
import { paths } from '../../contracts/paths.ts'
import { QuietButton, TextButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TextField } from '../ui/field.tsx'
import { useIsHydrated } from '../ui/use-is-hydrated.ts'

type OwnLinkProps = {
  /** URL of the room, from `ownUrl`. */
  url: string
  siteName: string
}

export function ownUrl(token: string, publicUrl: string): string {
  return new URL(paths.writingRoom(token), publicUrl).href
}

/** The guest's own link to the room. Without script, it can be selected in the field. */
export function OwnLink({ url, siteName }: OwnLinkProps) {
  return (
    <div className="invite-link-row">
      {/* A textarea wraps; on a phone, a single line would cut the link off. */}
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

type KeepYourLinkProps = OwnLinkProps & { byEmail: boolean; onClose: () => void }

/** Shown once in a new room, whose URL is otherwise only in the address bar. */
export function KeepYourLink({ byEmail, onClose, ...link }: KeepYourLinkProps) {
  const [isShown, setShown] = useState(true)

  // Makes the URL that guests copy or bookmark the link itself.
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
      <TextButton
        onClick={() => {
          setShown(false)
          onClose()
        }}
      >
        Got it
      </TextButton>
    </section>
  )
}

function ShareButton({ url, title }: { url: string; title: string }) {
  const isHydrated = useIsHydrated()
  if (!isHydrated || !('share' in navigator)) return null
  return (
    <QuietButton
      // Rejects when the user closes the share sheet.
      onClick={() => navigator.share({ title, url }).catch(() => {})}
    >
      Share
    </QuietButton>
  )
}
