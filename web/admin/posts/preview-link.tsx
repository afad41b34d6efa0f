import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import type { PreviewLinks } from '../../../contracts/preview-links.ts'
import { explainFailure } from '../../api-failures.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { createPreviewLink, loadPreviewLinks, revokePreviewLinks } from './post-calls.ts'

/** Creates links that show the saved post to people without an account, and turns them off. */
export function PreviewLink({ postId }: { postId: number }) {
  const [url, setUrl] = useState('')
  const createButton = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const queryKey = [paths.api.previewLinks(postId)]
  const { data: links, error } = useQuery({
    queryKey,
    queryFn: () => loadPreviewLinks(postId),
    gcTime: 0,
  })
  // Where it is not known whether there are links, they can still be turned off.
  const hasLinks = error !== null || (links !== undefined && links.count > 0)
  const attempt = async (act: () => Promise<void>, failed: string) => {
    try {
      await callSignedIn(act)
    } catch (failure) {
      showToast({ tone: 'destructive', title: failed, description: explainFailure(failure) })
    }
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <div className="field">
      {url !== '' && (
        <>
          <label htmlFor="preview-link">Preview link</label>
          <input
            id="preview-link"
            className="field-control"
            readOnly
            value={url}
            aria-describedby="preview-link-hint"
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="field-hint" id="preview-link-hint">
            Anyone with the link can see the last saved version for 14 days.
          </p>
        </>
      )}
      <p className="field-hint" role="status">
        {links && describeLinks(links)}
        {error && 'We couldn’t check for preview links.'}
      </p>
      <div className="form-actions">
        <button
          type="button"
          ref={createButton}
          className="btn btn-quiet btn-small"
          onClick={() =>
            attempt(async () => setUrl(await createPreviewLink(postId)), 'We couldn’t create the link.')
          }
        >
          {url === '' && !hasLinks ? 'Create preview link' : 'Create another link'}
        </button>
        {url !== '' && <CopyButton label="Copy" text={() => url} />}
        {hasLinks && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() =>
              attempt(async () => {
                await revokePreviewLinks(postId)
                setUrl('')
                // This button is about to go.
                createButton.current?.focus()
                showToast({
                  title: 'Preview links turned off',
                  description: 'The old links no longer work.',
                })
              }, 'We couldn’t turn off the links.')
            }
          >
            Turn off preview links
          </button>
        )}
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
