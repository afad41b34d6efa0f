import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '../../../../core/contract/format-date.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { CopyButton } from '../../../../core/web/ui/copy-button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type PreviewLinks,
  previewLinkCreate,
  previewLinksRead,
  previewLinksRevoke,
} from '../../contract/preview-links.ts'

/** Creates and revokes links that show the saved post to people without an account. */
export function PreviewLink({ postId }: { postId: number }) {
  const [url, setUrl] = useState('')
  const createButton = useRef<HTMLButtonElement>(null)
  const post = { params: { id: postId } }
  const { data: links, error } = useQuery({ ...apiQuery(previewLinksRead, post), gcTime: 0 })
  // Also after a failure, because a link may have been created even if no response came back.
  const alwaysInvalidates = [queryKeyOf(previewLinksRead, post)]
  const creating = useApiMutation(previewLinkCreate, {
    failure: 'We couldn’t create the link.',
    onSuccess: (created) => setUrl(created.url),
    alwaysInvalidates,
  })
  const revoking = useApiMutation(previewLinksRevoke, {
    failure: 'We couldn’t turn off the links.',
    onSuccess() {
      setUrl('')
      // The clicked button is about to disappear.
      createButton.current?.focus()
      showToast({ title: 'Preview links turned off', description: 'The old links no longer work.' })
    },
    alwaysInvalidates,
  })
  // If checking for links failed, they can still be turned off.
  const hasLinks = error !== null || (links !== undefined && links.count > 0)
  return (
    <div className="field">
      {url !== '' && (
        <InputField
          label="Preview link"
          readOnly
          value={url}
          hint="Anyone with the link can see the last saved version for 14 days."
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p className="field-hint" role="status">
        {links && describeLinks(links)}
        {error && 'We couldn’t check for preview links.'}
      </p>
      <div className="form-actions">
        <SmallButton ref={createButton} onClick={() => creating.run(post)}>
          {url === '' && !hasLinks ? 'Create preview link' : 'Create another link'}
        </SmallButton>
        {url !== '' && <CopyButton label="Copy" text={() => url} />}
        {hasLinks && <SmallButton onClick={() => revoking.run(post)}>Turn off preview links</SmallButton>}
      </div>
    </div>
  )
}

function describeLinks({ count, lastExpiresAt }: PreviewLinks): string {
  if (count === 0 || lastExpiresAt === undefined) return 'No preview links.'
  const until = formatDate(lastExpiresAt)
  return count === 1
    ? `One preview link works until ${until}.`
    : `${count} preview links work until ${until}.`
}
