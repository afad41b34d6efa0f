import { useEffect, useState } from 'react'
import { QuietButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { CopyButton } from '../../../../core/web/ui/copy-button.tsx'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { useIsHydrated } from '../../../../core/web/ui/use-is-hydrated.ts'
import { guestPaths } from '../../contract/guest-paths.ts'

type OwnLinkProps = {
  /** URL of the writing room, from `ownUrl` */
  url: string
  siteName: string
}

export function ownUrl(token: string, publicUrl: string): string {
  return new URL(guestPaths.writingRoom(token), publicUrl).href
}

/** The guest's private link to the writing room, in a field from which it can be copied without JavaScript */
export function OwnLink({ url, siteName }: OwnLinkProps) {
  return (
    <div className="invite-link-row">
      {/* A textarea, because it wraps; an input would cut off the link on a phone. */}
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

/** Asks the guest to save the link. Shown once, in a new room, because only the address bar has this link so far. */
export function KeepYourLink({ byEmail, onClose, ...link }: KeepYourLinkProps) {
  const [isShown, setShown] = useState(true)

  // Removes the query from the address bar, so that guests who copy or bookmark the URL get the plain link.
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
      // The promise rejects if the user closes the share sheet.
      onClick={() => navigator.share({ title, url }).catch(() => {})}
    >
      Share
    </QuietButton>
  )
}
