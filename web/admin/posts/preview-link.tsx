import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { showToast } from '../../ui/toast.ts'
import { explainFailure } from '../api.ts'
import { callSignedIn } from '../sign-in.tsx'
import { createPreviewLink, revokePreviewLinks } from './post-calls.ts'

/** Makes a link that shows the saved post to somebody without an account, and takes such links back. */
export function PreviewLink({ postId }: { postId: number }) {
  const [url, setUrl] = useState('')
  const attempt = async (act: () => Promise<void>, failed: string) => {
    try {
      await callSignedIn(act)
    } catch (error) {
      showToast({ tone: 'destructive', title: failed, description: explainFailure(error) })
    }
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
      <div className="form-actions">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() =>
            attempt(async () => setUrl(await createPreviewLink(postId)), 'We couldn’t create the link.')
          }
        >
          {url === '' ? 'Create preview link' : 'Create another link'}
        </button>
        {url !== '' && (
          <>
            <CopyButton label="Copy" text={() => url} />
            <button
              type="button"
              className="btn btn-quiet btn-small"
              onClick={() =>
                attempt(async () => {
                  await revokePreviewLinks(postId)
                  setUrl('')
                  showToast({
                    title: 'Preview links turned off',
                    description: 'The old links no longer work.',
                  })
                }, 'We couldn’t turn off the links.')
              }
            >
              Turn off preview links
            </button>
          </>
        )}
      </div>
    </div>
  )
}
